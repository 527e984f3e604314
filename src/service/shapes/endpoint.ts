import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { KeyKind } from '../../model.ts';
import type { Priority } from './priorities.ts';

/** One call of the service: an entry of the endpoint table. */
export interface Endpoint {
  /** What it does, in a few words, for the document of the interface. */
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/v1/batches/:id`: a parameter is a segment that begins with a colon. */
  readonly path: string;
  /** The same call's path in the other form that was seen: tried once where the first is not known there, and remembered. */
  readonly otherPath?: string;
  readonly query?: z.ZodType;
  /** A POST without one sends and signs `{}`. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** The contract's answer has no `ok`: a 200 without one succeeded. */
  readonly okLeftOut?: true;
  readonly effect: 'reads' | 'changes';
  /** A change that may be sent twice without harm; needs a reason beside it. */
  readonly repeatable?: true;
  readonly priority: Priority;
  /** Which keys sign it: a sub-merchant's are a merchant's. Those of the other kind are refused before anything is sent. */
  readonly keys: KeyKind;
  /** Statuses that the contract lists beyond those that its form brings along (see src/service/shapes/open-api.ts). */
  readonly alsoRefusedWith?: readonly number[];
  /** What a status without a wrong field means for this call, where it is more than the status says. */
  readonly refusedAs?: Readonly<Partial<Record<403 | 404, ErrorCode>>>;
}

type ParameterNames<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterNames<Segment> | ParameterNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** `{ id: string }` for `/v1/batches/:id`. */
export type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };
