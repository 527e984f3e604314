import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Functions that write an event, and the position of the kind in their arguments; `kind` if it is a property. */
const WRITERS: readonly (readonly [call: string, kind: number | 'kind', files: RegExp])[] = [
  ['appendEvent', 'kind', /./],
  ['audit', 3, /./],
  ['recordUserEvent', 3, /./],
  ['record', 3, /engine\/inbox\//],
  ['record', 0, /engine\/endpoints\//],
  ['auditDecision', 'kind', /engine\/review\/release\.ts$/],
  ['note', 2, /engine\/webhooks\/subscribe\.ts$/],
  ['recordEvent', 0, /engine\/maintenance\/purge\.ts$/],
  ['recordEvent', 1, /engine\/review\/adopt-batch\.ts$/],
];

/** A kind as a source writes it; `${...}` is anything. */
export interface WrittenKind {
  readonly file: string;
  readonly kind: string;
}

/** Every kind of event that our source writes, and calls whose kind cannot be determined. */
export function writtenKinds(): { readonly kinds: readonly WrittenKind[]; readonly untold: readonly string[] } {
  const kinds: WrittenKind[] = [];
  const untold: string[] = [];
  for (const file of globSync(['src/**/*.ts', 'jobs/**/*.ts'], { cwd: ROOT }).toSorted()) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [call, at, files] of WRITERS) {
      if (!files.test(file)) continue;
      for (const { index } of source.matchAll(new RegExp(`(?<![\\w.]|function )${call}\\(`, 'g'))) {
        const given = argumentsAt(source, index + call.length);
        const text = at === 'kind' ? propertyIn(given.at(-1) ?? '', 'kind') : (given[at] ?? '');
        const found = [...text.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template!);
        // A helper passes on what it is given: `kind`.
        if (found.length === 0 && !/^(kind(: string)?|)$/.test(text)) untold.push(`${file}: ${call}(… ${text} …)`);
        kinds.push(...found.map((kind) => ({ file, kind })));
      }
    }
  }
  return { kinds, untold };
}

/** The arguments of the call whose bracket opens at `open`, as written. */
function argumentsAt(source: string, open: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = open + 1;
  for (let i = open; i < source.length; i++) {
    const sign = source[i]!;
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    if (depth === 0 || (depth === 1 && sign === ',')) {
      found.push(source.slice(begin, i).trim());
      begin = i + 1;
    }
    if (depth === 0) break;
  }
  return found.filter((one) => one !== '');
}

/** The value of `name:` in an object, or the name itself in shorthand. */
function propertyIn(object: string, name: string): string {
  const found = new RegExp(`\\b${name}\\b(?::([^,}]*))?`).exec(object);
  return found ? (found[1] ?? name).trim() : '';
}
