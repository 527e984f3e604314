import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The largest request body that a route reads. */
export interface BodyLimit {
  readonly bytes: number;
  readonly fields: number;
  /** The time it may take to arrive; default: `FORM_MS`. */
  readonly ms?: number;
}

/** A slow client may hold a connection for this long. */
export const FORM_MS = 15_000;
/** The largest sheet at 2 Mbit/s. Only makers may send one. */
export const SHEET_MS = 270_000;
/** In each period of `FORM_MS` so many bytes must arrive: 128 kbit/s. */
export const LEAST_BYTES = 240 * 1024;

const KB = 1024;
const MB = 1024 * KB;

/** For every route that is not in `LARGER`: a few typed words, a password and hidden fields. */
const FORM: BodyLimit = { bytes: 16 * KB, fields: 60 };

/** The routes that need more, or take something else than a form, each with the reason. */
export const LARGER: Readonly<Record<string, BodyLimit>> = {
  // A sheet. 100,000 rows take 10 to 20 MB; larger files go into the inbox.
  '/upload': { bytes: 64 * MB, fields: 60, ms: SHEET_MS },
  '/api/v1/runs': { bytes: 64 * MB, fields: 60, ms: SHEET_MS },
  '/api/v1/checks': { bytes: 64 * MB, fields: 60, ms: SHEET_MS },
  // References of payments.
  '/api/v1/runs/:run/remove': { bytes: MB, fields: 0 },
  // A choice for each of its columns.
  '/upload/columns': { bytes: MB, fields: 600 },
  '/runs/:run/columns': { bytes: MB, fields: 600 },
  // 25 rows with two fields for each cell.
  '/runs/:run/fix': { bytes: MB, fields: 6_000 },
  // Names of merchants, as a list in one field.
  '/account/notifications': { bytes: 256 * KB, fields: 60 },
  '/settings/users/add': { bytes: 256 * KB, fields: 60 },
  '/settings/users/role': { bytes: 256 * KB, fields: 60 },
  // Ids of batches and merchants, as a list in one field.
  '/settings/batches/adopt': { bytes: MB, fields: 60 },
  // A payment with its recipient takes about 3 KB.
  '/webhooks/:merchant': { bytes: 256 * KB, fields: 0 },
  // A session with its link takes about 300 bytes.
  '/onboarding/:merchant/session': { bytes: 4 * KB, fields: 0 },
};

export function getBodyLimit(context: Context): BodyLimit {
  const own = matchedRoutes(context).find(({ path }) => Object.hasOwn(LARGER, path));
  return own === undefined ? FORM : LARGER[own.path]!;
}
