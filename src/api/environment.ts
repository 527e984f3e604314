import { oneOfCodes } from '../lists/documents/json-schema.ts';

/** Whether money moves: the field of runs and checks. */
export const ENVIRONMENT = [
  oneOfCodes('Environment', ['sandbox', 'production']),
  'money moves in production only',
] as const;
