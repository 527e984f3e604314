import { describe, expect, it } from 'vitest';
import { countries } from '../../../../src/cli/commands/sheets/countries.ts';
import { printAnswer } from '../../../../src/cli/print-answer.ts';
import { getDifferences } from '../../../../src/rules/build/compare-tables.ts';
import { COUNTRIES } from '../../../../src/rules/countries/countries.ts';
import { allCountryNeeds, type CountryNeeds } from '../../../../src/rules/country-needs.ts';
import { rulesVersion } from '../../../../src/rules/rules-version.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';

async function run(args: readonly string[], options: Record<string, true> = {}) {
  const { signal } = new AbortController();
  const [people, program] = [recordingTerminal(), recordingTerminal({ json: true })];
  const [code] = await Promise.all(
    [people, program].map(async ({ terminal }) =>
      printAnswer(terminal, await countries({ args, options, terminal, signal })),
    ),
  );
  return { code, text: people.output.stdout, document: JSON.parse(program.output.stdout) as CountryNeeds };
}

describe('payrun countries', () => {
  it('shows the columns of a country in local terms, its route, its source and the version', async () => {
    const { code, text, document } = await run(['gb']);
    expect(code).toBe(0);
    for (const part of [
      'United Kingdom (GB), GBP',
      'sort code: 6 digits',
      '60-16-13',
      'GBP goes by FPS',
      'at least 3.00',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`Rules ${rulesVersion()}`);
    expect(document).toMatchObject({
      country: 'GB',
      rules: rulesVersion(),
      routes: [{ currency: 'GBP', route: 'fps' }, {}],
    });
    expect(document.columns.find(({ column }) => column === 'branchId')).toMatchObject({
      need: 'required',
      name: 'sort code',
    });
  });

  it('takes several countries, and their names', async () => {
    const { text, document } = await run(['Mexico', 'de']);
    expect(text).toContain('CLABE: 18 digits');
    expect(text).toContain('IBAN: 22 characters');
    expect((document as unknown as { countries: CountryNeeds[] }).countries.map(({ country }) => country)).toEqual([
      'MX',
      'DE',
    ]);
  });

  it.each([
    ['SY', 'no bank transfer to Syria'],
    ['SO', 'are restricted'],
    ['PR', 'those of the United States'],
  ])('mentions the special case of %s', async (country, note) => {
    expect((await run([country])).text).toContain(note);
  });

  it('lists every country with its account requirements and its route', async () => {
    const { code, text } = await run([]);
    expect(code).toBe(0);
    for (const country of Object.keys(COUNTRIES)) expect(text).toContain(`\n${country}  `);
    for (const needs of allCountryNeeds('US')) {
      const required = needs.columns.filter(({ need }) => need === 'required').map(({ column }) => column);
      if (needs.receives === 'never') expect(needs).toMatchObject({ columns: [], routes: [] });
      else
        expect(
          required.some((column) => column === 'iban' || column === 'accountNum'),
          needs.country,
        ).toBe(true);
      for (const { minimums } of needs.routes) expect(Object.keys(minimums).length).toBeGreaterThan(0);
    }
  });

  it('refuses an unknown country', async () => {
    await expect(run(['Narnia'])).rejects.toMatchObject({ code: 'usage', exitCode: 2 });
  });

  it('finds the generated tables equal to their data files', async () => {
    const { code, text, document } = await run([], { verifySource: true });
    expect(code).toBe(0);
    expect(text).toContain('countries.json');
    expect(document).toMatchObject({ rules: rulesVersion() });
  });

  it('names the lines of a table that differ from the data files', () => {
    expect(getDifferences('a\nb\nc', 'a\nX\nc')).toEqual(['line 2: "b" instead of "X"']);
    expect(getDifferences('a', 'a\nb')).toEqual(['line 2: nothing instead of "b"']);
    expect(getDifferences('1\n'.repeat(9), '2\n'.repeat(9))).toHaveLength(6);
    expect(getDifferences('a', 'a')).toEqual([]);
  });
});
