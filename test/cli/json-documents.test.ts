import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JSON_DOCUMENTS } from '../docs/json-documents.ts';
import { copyNewDatabases } from '../support/database.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value);

/** Names of fields everywhere in a document; the keys of `counts` are codes, and those of `totals` currencies. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...(name === 'counts' ? [] : namesIn(inner))]);
}

describe('a document of --json', () => {
  copyNewDatabases();
  const cwd = testFolder();
  const env = { PAYRUN_HOME: join(cwd, 'home'), PAYRUN_SANDBOX_SETTLE_MS: '50', PAYRUN_SETTLE_POLL_MS: '40' };
  const SAMPLES = { FILE: 'good.csv', MISSING: 'missing.csv', RUN: '1' };

  it('has the fields of the manual, of these types, in one style of names, with ids as text', async () => {
    const sample = readFileSync(join(import.meta.dirname, '../../samples/good.csv'), 'utf8');
    writeFileSync(join(cwd, 'good.csv'), sample.split('\n').slice(0, 3).join('\n'));
    for (const { title, commands, list, fields } of JSON_DOCUMENTS)
      for (const command of commands) {
        const words = command
          .split(' ')
          .slice(1)
          .map((word) => SAMPLES[word as keyof typeof SAMPLES] ?? word);
        const paying = words[0] === 'pay' ? ['--yes'] : [];
        const ended = await runHere([...words, ...paying, '--json'], { cwd, env });
        const document = documentOf(ended) as Record<string, unknown>;
        const inner = list === undefined ? document : document[list];
        const rows = (Array.isArray(inner) ? inner : [inner]) as readonly Record<string, unknown>[];
        expect(rows.length, command).toBeGreaterThan(0);
        for (const row of rows) {
          const required = fields.filter(([name]) => !name.endsWith('?')).map(([name]) => name);
          const known = new Map(fields.map(([name, type]) => [name.replace('?', ''), type]));
          expect(Object.keys(row), `${title}: ${command}`).toEqual(expect.arrayContaining(required));
          expect(
            Object.keys(row).filter((name) => !known.has(name)),
            `${title}: ${command}`,
          ).toEqual([]);
          for (const [name, value] of Object.entries(row)) {
            const type = known.get(name)!;
            if (value === null) expect(type, `${title}: ${name}`).toMatch(/\?$/);
            else expect([name, typeOf(value)]).toEqual([name, type.replace('?', '')]);
          }
        }
        expect(
          namesIn(document).filter((name) => /_/.test(name)),
          command,
        ).toEqual([]);
      }
  });
});
