import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contractor, startContractor } from './client.ts';
import { ENDPOINTS, SECTIONS } from './contract.ts';
import { FACTS, UNCHECKED } from './facts.ts';
import { LINES } from './lines.ts';

let contractor: Contractor;
beforeAll(async () => {
  contractor = await startContractor();
});
afterAll(() => contractor.close());

/** What the contract and the recordings name, by endpoint or section. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ...ENDPOINTS.map(
    ({ method, path, statuses, items }) => [`${method} ${path}`, [...statuses.map(String), ...items]] as const,
  ),
  ...Object.entries(SECTIONS),
  ...Object.entries(FACTS),
]);

describe('the table', () => {
  test('has a line for everything that the contract or a recording names', () => {
    const covered = new Set(LINES.flatMap(({ about, covers }) => covers.map((item) => `${about}: ${item}`)));
    const missing = [...NAMED].flatMap(([about, items]) =>
      items.map((item) => `${about}: ${item}`).filter((item) => !covered.has(item)),
    );
    expect(missing).toEqual([]);
  });

  test('has no line about anything that neither names', () => {
    const strange = LINES.flatMap(({ about, covers }) =>
      covers.filter((item) => !NAMED.get(about)?.includes(String(item))).map((item) => `${about}: ${item}`),
    );
    expect(strange).toEqual([]);
  });
});

describe('not checked against the sandbox', () => {
  test.each(Object.entries(UNCHECKED))('%s: %s', (_, reason) => {
    // The tests that a reason names are there.
    for (const [path] of reason.matchAll(/test\/[\w/.-]+\.ts/g)) expect(existsSync(path), path).toBe(true);
  });
});

for (const [about] of NAMED) {
  describe(about, () => {
    for (const { covers, says, run } of LINES.filter((one) => one.about === about))
      test([...covers, ...(says ? [says] : [])].join('; '), () => run(contractor));
  });
}
