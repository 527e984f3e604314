import { PayrunError } from '../errors.ts';
import { type Options, textOf } from './command.ts';

/** The text of a required option. Throws `usage` with the sentence if it is missing or empty. */
export function requiredText(options: Options, name: string, sentence: string): string {
  const text = textOf(options, name);
  if (text === undefined || text.trim() === '') throw new PayrunError('usage', { detail: sentence });
  return text;
}
