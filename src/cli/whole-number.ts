import { usageError } from '../references/usage-error.ts';
import { type Options, optionText } from './command.ts';

/**
 * The whole number of an option; undefined if it is absent. Throws `usage` if it is not a whole number or is out of
 * range.
 */
export function wholeNumber(options: Options, name: string, min: number, max: number): number | undefined {
  const text = optionText(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < min || value > max)
    throw usageError('number_out_of_range', { option: dashed(name), min, max });
  return value;
}

/** `windowMs` as an option on the command line: `window-ms`. */
export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
