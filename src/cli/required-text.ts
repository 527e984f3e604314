import { type MissingText, usageError } from '../references/usage-error.ts';
import { type Options, textOf } from './command.ts';

/** The text of a required option. Throws `usage` with the sentence `missing` if there is none, or it is empty. */
export function requiredText(options: Options, name: string, missing: MissingText): string {
  const text = textOf(options, name);
  if (text === undefined || text.trim() === '') throw usageError(missing);
  return text;
}
