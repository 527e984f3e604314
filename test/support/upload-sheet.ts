import type { Hono } from 'hono';

/** Uploads a sheet on its page, as the user of `app`. Returns the run, and the address that the upload leads to. */
export async function uploadSheet(
  app: Hono,
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
): Promise<{ readonly run: bigint; readonly to: string }> {
  const form = new FormData();
  form.set('sheet', new File([content], name));
  const response = await app.request('/upload', { method: 'POST', body: form });
  const to = response.headers.get('location') ?? '';
  const [, run] = /^\/runs\/(\d+)/.exec(to) ?? [];
  if (run === undefined) throw new Error(`The upload of ${name} led to "${to}" (${response.status}).`);
  return { run: BigInt(run), to };
}
