import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { PayrunError } from '../../errors.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';
import { makePrivateFolder } from '../../platform/folders.ts';

/** The text of an anchor file; '' if there is none yet. */
export const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

interface Addition {
  /** The present content of the file. */
  readonly text: string;
  /** The start of a last line that was cut off by a full disk or a lost machine: the new line replaces it. */
  readonly torn: string;
  readonly line: string;
}

/** Adds a line at the end of an anchor file. Throws `file_unwritable`. */
export function addLine(file: string, { text, torn, line }: Addition): void {
  const whole = text.slice(0, text.length - torn.length);
  append(file, {
    from: Buffer.byteLength(whole),
    line: `${whole === '' || whole.endsWith('\n') ? '' : '\n'}${line}\n`,
  });
}

/** Drops everything after `from`, in bytes. */
function append(file: string, { from, line }: { readonly from: number; readonly line: string }): void {
  makePrivateFolder(dirname(file));
  try {
    const handle = openSync(file, 'a', 0o600);
    try {
      if (fstatSync(handle).size > from) ftruncateSync(handle, from);
      writeFileSync(handle, line);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new PayrunError('file_unwritable', { file, detail: DISK_FAULTS[code] ?? message }, { cause });
  }
}
