import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { secretFrom } from '../config.ts';
import { PayrunError } from '../errors.ts';
import { usageError } from '../references/usage-error.ts';
import { type Options, optionText } from './command.ts';

/** The secret key that the options name; undefined if they name none. Throws `usage`, `file_*`. */
export async function givenSecretKey(options: Options): Promise<string | undefined> {
  const [variable, file] = [optionText(options, 'secretKeyEnv'), optionText(options, 'secretKeyFile')];
  const sources = [variable, file, options.secretKeyStdin].filter((source) => source !== undefined);
  if (sources.length > 1) throw usageError('secret_key_from_two_places');
  if (variable !== undefined) return oneLineOf(secretFrom(variable), variable);
  if (file !== undefined) return oneLineOf(readSecretFile(file), file);
  return options.secretKeyStdin ? oneLineOf(await text(process.stdin), 'standard input') : undefined;
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const detail = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new PayrunError('file_unreadable', { file, detail }, { cause });
  }
}

function oneLineOf(content: string, source: string): string {
  const secret = content.trim();
  if (secret === '') throw usageError('secret_key_empty', { source });
  if (/[\r\n]/.test(secret)) throw usageError('secret_key_of_several_lines', { source });
  return secret;
}
