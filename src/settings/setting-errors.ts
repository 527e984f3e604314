import type { z } from 'zod';
import { editDistance } from '../platform/edit-distance.ts';

/** The error of a setting in the terms of the file. The messages of zod are for programmers. */
export function settingError(issue: z.core.$ZodIssue): string {
  // The schema has a message of its own.
  if (!/^(Invalid|Too|Unrecognized) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map(String))}`;
    case 'invalid_type':
      return issue.message.endsWith('undefined') ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be at least ${issue.minimum}`
        : issue.minimum === 1
          ? 'must not be empty'
          : `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be at most ${issue.maximum}`
        : `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a URL that begins with https:// or http://' : issue.message;
    case 'unrecognized_keys':
      return `does not know ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'invalid_key':
      return issue.issues.map(settingError).join(', ');
    case 'invalid_union':
      return 'has an unknown format';
    default:
      return issue.message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list: [...]',
  object: 'an object: {...}',
  record: 'an object: {...}',
};

function alternatives(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** "Did you mean" for an unknown word; empty if no known word is similar. */
export function didYouMeanSetting(word: string, known: readonly string[]): string {
  const small = word.toLowerCase();
  const limit = Math.min(3, Math.floor(word.length / 3));
  const near = known
    .map((name) => ({ name, distance: editDistance(small, name.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? ` (did you mean "${near.name}"?)` : '';
}
