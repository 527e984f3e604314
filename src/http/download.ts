import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { finished, Readable } from 'node:stream';
import type { Context } from 'hono';
import { NAMELESS_PREFIX, openNamelessFolder } from '../platform/write-file.ts';
import { csvText, exportedCsvLine } from '../reports/csv-line.ts';

/** Answers with a file to save. Whatever its name and content, the browser never renders it as a page. */
export function download(context: Context, name: string, type: string, content: Readable): Response {
  return context.body(Readable.toWeb(content) as ReadableStream<Uint8Array>, 200, {
    'Content-Type': type,
    'Content-Disposition': disposition(name),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-store',
  });
}

/**
 * Answers with a CSV file in UTF-8 that opens in Excel. No cell can become a formula. `line` is `csvLine` for a file
 * that comes back to Payrun.
 */
export function downloadCsv(
  context: Context,
  name: string,
  lines: AsyncIterable<readonly (readonly string[])[]>,
  line = exportedCsvLine,
): Response {
  return download(context, name, 'text/csv; charset=utf-8', Readable.from(csvText(lines, line), { objectMode: false }));
}

/**
 * Answers with the file that `write` creates in `folder`, a nameless folder: it holds bank details, so nothing remains
 * on the disk, even if the process is killed. `write` returns the path, or null if there is no file. `now`: ms UTC;
 * folders that killed processes left are deleted.
 */
export async function downloadWritten(
  context: Context,
  type: string,
  now: number,
  write: (folder: string) => Promise<string | null>,
): Promise<Response | null> {
  await clearScratch(now);
  const folder = openNamelessFolder();
  try {
    const path = await write(folder.path);
    if (path === null) {
      await folder.close();
      return null;
    }
    const content = folder.file(path).createReadStream({ start: 0, autoClose: false });
    finished(content, () => void folder.close());
    return download(context, basename(path), type, content);
  } catch (error) {
    await folder.close();
    throw error;
  }
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** RFC 6266: an ASCII name for old clients, and the encoded full name. No character of the name can end the header. */
function disposition(name: string): string {
  const whole = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_')
    .slice(0, 200)
    .toWellFormed();
  const ascii = whole.replace(/[^\x20-\x7e]|["%;]/g, '_');
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Folders that were being made when their process ended: they have no name afterwards. */
/** No request takes this long. */
const OLD_MS = 3_600_000;

/**
 * Deletes temporary folders that killed processes of this user left behind: they contain sheets in plain text. `now`:
 * ms UTC. Ignores what cannot be deleted, because it may belong to another user.
 */
async function clearScratch(now: number, folder = tmpdir()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(NAMELESS_PREFIX))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || now - found.mtimeMs < OLD_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
