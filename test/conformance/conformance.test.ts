import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contractor, startContractor } from './client.ts';
import { ENDPOINTS, SECTIONS } from './contract.ts';
import { FACTS } from './facts.ts';
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
  test('nothing that the contract or a recording names is without a line', () => {
    const covered = new Set(LINES.flatMap(({ about, covers }) => covers.map((item) => `${about}: ${item}`)));
    const missing = [...NAMED].flatMap(([about, items]) =>
      items.map((item) => `${about}: ${item}`).filter((item) => !covered.has(item)),
    );
    expect(missing).toEqual([]);
  });

  test('no line is about something that neither names', () => {
    const strange = LINES.flatMap(({ about, covers }) =>
      covers.filter((item) => !NAMED.get(about)?.includes(String(item))).map((item) => `${about}: ${item}`),
    );
    expect(strange).toEqual([]);
  });
});

for (const [about] of NAMED) {
  describe(about, () => {
    for (const { covers, says, run } of LINES.filter((one) => one.about === about))
      test([...covers, ...(says ? [says] : [])].join('; '), () => run(contractor));
  });
}
