import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { PayrunError } from '../../errors.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';
import type { Authority } from '../../platform/timestamps/request-timestamp.ts';

type TimestampConfig = Pick<Config, 'timestampUrl' | 'timestampCaFile'>;

/** The time-stamping authority of the settings; null if none is set. Throws what `trustedAuthorities` throws. */
export function authorityOf(config: TimestampConfig): Authority | null {
  return config.timestampUrl === undefined ? null : { url: config.timestampUrl, trusted: trustedAuthorities(config) };
}

/** The content of the file `timestampCaFile`; null if none is set. Throws `file_unreadable`, `config_invalid`. */
export function trustedAuthorities({ timestampCaFile: file }: Pick<Config, 'timestampCaFile'>): string | null {
  if (file === undefined) return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new PayrunError('file_unreadable', { file, detail: DISK_FAULTS[code] ?? message }, { cause });
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new PayrunError('config_invalid', { detail: 'The file of `timestampCaFile` has no certificate in PEM.' });
  return text;
}
