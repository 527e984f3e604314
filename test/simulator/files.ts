import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

const RESULTS = /\.results\.(xlsx|csv)$/;
/** A temporary file of `writeFileAtomically`. */
const TEMPORARY = /^\..*\.tmp$/;

/** Results that are not whole, and temporary files, as sentences. `areKilled`: a process that was killed may leave one. */
export function wrongFiles(folder: string, areKilled: boolean): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names.flatMap(({ name, parentPath }) => {
    if (TEMPORARY.test(name) && !areKilled) return [`the temporary file ${name} is left`];
    const kind = RESULTS.exec(name)?.[1];
    if (kind === undefined) return [];
    try {
      const bytes = readFileSync(join(parentPath, name));
      if (kind === 'csv') readCsv(bytes.toString('utf8'));
      else readZip(bytes);
      return [];
    } catch (error) {
      return [`${name} is no whole file: ${(error as Error).message}`];
    }
  });
}

function readCsv(text: string): void {
  if (!text.endsWith('\r\n')) throw new Error('its last line does not end');
  const [header = ''] = text.split('\r\n');
  const delimiter = [';', ',', '\t', '|'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0]!;
  parse(text, { bom: true, delimiter });
}

/** As unpackers do: from the directory at its end. */
function readZip(bytes: Buffer): void {
  const end = bytes.length - 22;
  if (end < 0 || bytes.readUInt32LE(end) !== 0x0605_4b50) throw new Error('it has no end');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, crc, packed, size] = [
      bytes.readUInt16LE(at + 10),
      ...[16, 20, 24].map((n) => bytes.readUInt32LE(at + n)),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + packed!);
    const found = method === 0 ? content : inflateRawSync(content);
    if (found.length !== size || crc32(found) !== crc) throw new Error(`an entry at ${local} is damaged`);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
