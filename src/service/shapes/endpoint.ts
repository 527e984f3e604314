import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { KeyKind } from '../../model.ts';
import type { Priority } from './priorities.ts';

/** One call of the service: an entry of the endpoint table. */
export interface Endpoint {
  /** A short description for the OpenAPI document. */
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** For example `/v1/batches/:id`: a parameter is a segment that starts with a colon. */
  readonly path: string;
  /** Another form of the path that was seen: tried once if the service does not know the first, and remembered. */
  readonly otherPath?: string;
  readonly query?: z.ZodType;
  /** A POST without a body sends and signs `{}`. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** The contract's answer has no `ok`, so a 200 without one is a success. */
  readonly okLeftOut?: true;
  readonly effect: 'reads' | 'changes';
  /** A change that may be sent twice without harm; a comment at the entry gives the reason. */
  readonly repeatable?: true;
  /** The client never repeats it, even if it had no effect: its caller checks again first whether it may be sent. */
  readonly sentOnce?: true;
  readonly priority: Priority;
  /**
   * The kind of keys that sign it; a sub-merchant's are a merchant's. The other kind is refused before anything is
   * sent.
   */
  readonly keys: KeyKind;
  /**
   * Statuses that the contract lists in addition to those that follow from its form (see
   * src/service/shapes/open-api.ts).
   */
  readonly alsoRefusedWith?: readonly number[];
  /** The meaning of a status without a wrong field for this call, if it is more specific than the status. */
  readonly refusedAs?: Readonly<Partial<Record<403 | 404, ErrorCode>>>;
}

type ParameterNames<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterNames<Segment> | ParameterNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** For example `{ id: string }` for `/v1/batches/:id`. */
export type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };
