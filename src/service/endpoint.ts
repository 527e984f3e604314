import type { z } from 'zod';
import type { Priority } from './priorities.ts';

/** One call of the service: an entry of the endpoint table. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/v1/batches/:id`: a parameter is a segment that begins with a colon. */
  readonly path: string;
  /** The same call's path in the other form that was seen: tried once where the first is not known there, and remembered. */
  readonly otherPath?: string;
  readonly query?: z.ZodType;
  /** A POST without one sends and signs `{}`. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly effect: 'reads' | 'changes';
  /** A change that may be sent twice without harm; needs a reason beside it. */
  readonly repeatable?: true;
  readonly priority: Priority;
  /** Whose keys sign it. */
  readonly keys: 'merchant' | 'parent';
}

type ParameterNames<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterNames<Segment> | ParameterNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** `{ id: string }` for `/v1/batches/:id`. */
export type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };
