import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The parts of an XLSX as text, by path, in the order of the file. */
export async function packageParts(path: string): Promise<Map<string, string>> {
  const zip = await yauzl.openPromise(path);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return parts;
}
