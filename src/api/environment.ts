import { ENVIRONMENT_SCHEMA } from '../lists/documents/environment-schema.ts';

/** The field of runs and checks. */
export const ENVIRONMENT = [ENVIRONMENT_SCHEMA, 'money moves in production only'] as const;
