import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const TABLE = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

describe('the threat model', () => {
  it.each(TABLE.map((cells) => [`${cells[0] || 'and'} could ${cells[1]}`, cells] as const))(
    'names a test that exists: %s',
    (_, cells) => {
      expect(cells).toHaveLength(4);
      const [, path = '', title = ''] = /^`(test\/[^`]+\.test\.ts)`: "(.+)"$/.exec(cells[3]!) ?? [];
      expect(existsSync(new URL(path, ROOT)), cells[3]).toBe(true);
      const titles = [...read(path).matchAll(/\b(?:it|describe\w*)\b[\s\S]{0,400}?(['"`])((?:\\.|(?!\1).)+)\1/g)];
      expect(read(path).includes(title) && titles.length > 0, `${path} has no test "${title}"`).toBe(true);
    },
  );

  it('says who could do what, and what prevents it, in every line', () => {
    expect(TABLE.length).toBeGreaterThan(20);
    for (const [, could, stops, test] of TABLE) for (const cell of [could, stops, test]) expect(cell).not.toBe('');
  });
});
