import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { isEqual } from '../constant-time-equal.ts';
import { pathWith } from './paths.ts';

type Session = { readonly currentUser: { readonly csrf: string } };

/**
 * The address of a page that shows `notice` after an action. Only the session of that action is shown it: a link that
 * someone else made cannot claim that payments were released.
 */
export function pathWithNotice(
  { currentUser }: Session,
  path: string,
  notice: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return pathWith(path, { ...query, notice, proof: proofOf(currentUser.csrf, notice) });
}

/** The notice in the address; undefined if there is none, or another session made it. */
export function noticeIn(context: Context, { currentUser }: Session): string | undefined {
  const { notice, proof } = context.req.query();
  return notice && proof && isEqual(proof, proofOf(currentUser.csrf, notice)) ? notice : undefined;
}

/** The same for an action that was refused: the page says why. */
export function pathWithRefusal({ currentUser }: Session, path: string, refused: string): string {
  return pathWith(path, { refused, proof: proofOf(currentUser.csrf, refused) });
}

/** The reason that the last action was refused; undefined if none was, or another session made the address. */
export function refusalIn(context: Context, { currentUser }: Session): string | undefined {
  const { refused, proof } = context.req.query();
  return refused && proof && isEqual(proof, proofOf(currentUser.csrf, refused)) ? refused : undefined;
}

const proofOf = (csrf: string, notice: string): string =>
  createHmac('sha256', csrf).update(`notice ${notice}`).digest('base64url').slice(0, 22);
