import { oneOfCodes } from './json-schema.ts';

export const ENVIRONMENT_SCHEMA = oneOfCodes('Environment', ['sandbox', 'production']);
