/** The service says something untrue of batches that were sent, for a while, and of all that is in them. */
export interface Denial {
  /**
   * `failed`, `returned`: it shows their payments as failed or as returned, and takes that back later. `gone`: it shows neither the
   * batches nor the payments.
   */
  readonly how: 'failed' | 'returned' | 'gone';
  /** The service's ids of the batches. */
  readonly batches: Pick<ReadonlySet<string>, 'has'>;
}

type Listed = { readonly id: string; readonly status?: string; readonly batch?: { readonly id: string } };
type Body = { readonly batch?: Listed; readonly batches?: readonly Listed[]; readonly payments?: readonly Listed[] };

const NOT_FOUND = { ok: false, errors: [{ code: 'not_found', message: 'Object not found' }] };

/** The service's answer to a GET of this path while it denies; `body` is the truth. Null: nothing in it is denied. */
export function deniedAnswer(
  { how, batches }: Denial,
  path: string,
  body: Body,
): { status: number; body: unknown } | null {
  const asked = /^\/v1\/batches\/([^/]+)/.exec(path)?.[1];
  const isAsked = asked !== undefined && batches.has(asked);
  if (how === 'gone' && isAsked) return { status: 404, body: NOT_FOUND };
  if (!isAsked && !body.batches && !body.payments) return null;
  const isDenied = (one: Listed) => isAsked || batches.has(one.batch?.id ?? '');
  if (how === 'gone')
    return {
      status: 200,
      body: {
        ...body,
        ...(body.batches && { batches: body.batches.filter(({ id }) => !batches.has(id)) }),
        ...(body.payments && { payments: body.payments.filter((one) => !isDenied(one)) }),
      },
    };
  // Only what was paid can come back.
  const isShownOtherwise = (one: Listed) => isDenied(one) && (how === 'failed' || one.status === 'processed');
  const shown = (one: Listed) => (isShownOtherwise(one) ? { ...one, status: how } : one);
  return { status: 200, body: { ...body, ...(body.payments && { payments: body.payments.map(shown) }) } };
}
