import { PayrunError } from '../errors.ts';
import { type Options, textOf } from './command.ts';

/** The text of an option that has to be given. Throws `usage` with the sentence where it is not. */
export function requiredText(options: Options, name: string, sentence: string): string {
  const text = textOf(options, name);
  if (text === undefined || text.trim() === '') throw new PayrunError('usage', { detail: sentence });
  return text;
}
