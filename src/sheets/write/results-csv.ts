import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { neutralize } from '../cells/formula-guard.ts';

export interface ResultsCsv {
  /** Writes lines; resolves when the stream accepts more. */
  write(lines: readonly (readonly string[])[]): Promise<void>;
  finish(): Promise<void>;
  abandon(): void;
}

/**
 * Writes a CSV at `path`, an existing empty file, in UTF-8 with BOM and CRLF, which Excel opens without a dialog. Every
 * cell is neutralized against formulas.
 */
export async function resultsCsv(path: string, delimiter: string): Promise<ResultsCsv> {
  const stream = createWriteStream(path, { flags: 'r+' });
  const done = finished(stream);
  done.catch(() => {});
  const special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]|^\\s|\\s$`);
  const field = (text: string) => {
    const safe = neutralize(text);
    return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  stream.write('\uFEFF');
  return {
    write: async (lines) => {
      const text = lines.map((line) => `${line.map(field).join(delimiter)}\r\n`).join('');
      if (text !== '' && !stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
    },
    finish: async () => {
      stream.end();
      await done;
    },
    abandon: () => {
      stream.destroy();
    },
  };
}
