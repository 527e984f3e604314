import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { template } from '../../../../src/cli/commands/sheets/template.ts';
import { printAnswer } from '../../../../src/cli/print-answer.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();
const run = async (name: string, options: Record<string, string | true> = {}) => {
  const { terminal, output } = recordingTerminal({ json: true });
  const signal = AbortSignal.timeout(60_000);
  const exit = printAnswer(terminal, await template({ args: [join(folder, name)], options, terminal, signal }));
  return { exit, said: output };
};

it('a template is written for the named countries, in any order and with any separator', async () => {
  const { exit, said: output } = await run('a', { countries: 'de, US;mx,DE', currency: 'eur' });
  expect(exit).toBe(0);
  expect(JSON.parse(output.stdout)).toEqual({
    file: join(folder, 'a.xlsx'),
    countries: ['DE', 'US', 'MX'],
    currency: 'EUR',
    recipients: 0,
  });
});

it('a template overwrites a file only if asked to', async () => {
  await run('b.xlsx');
  const before = statSync(join(folder, 'b.xlsx')).mtimeMs;
  await expect(run('b.xlsx')).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('--force') });
  expect(statSync(join(folder, 'b.xlsx')).mtimeMs).toBe(before);
  expect((await run('b.xlsx', { force: true })).exit).toBe(0);
});

it.each([
  [{ countries: 'DE,XQ' }, 'XQ'],
  [{ currency: 'EURO' }, 'EURO'],
])('a template with %j is refused, and nothing is written', async (options, output) => {
  await expect(run('c.xlsx', options)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(output),
  });
  expect(readdirSync(folder)).not.toContain('c.xlsx');
});

it.each([
  ['referenceId,firstName,lastName,country\nV-1,Ada,Byron,DE\n,No,Number,DE\nV-2,Ben,Day,US\n', 2],
  ['referenceId,amount,currency\nV-1,10.00,EUR\nV-1,20.00,EUR\n', 1],
])('recipients are read from a sheet with or without amounts', async (text, recipients) => {
  const sheet = join(folder, 'vendors.csv');
  writeFileSync(sheet, text);
  const { said: output } = await run(`d${recipients}.xlsx`, { countries: 'DE', recipients: sheet });
  expect(JSON.parse(output.stdout)).toMatchObject({ recipients });
});

it('a sheet of recipients without referenceIds is refused', async () => {
  const sheet = join(folder, 'nameless.csv');
  writeFileSync(sheet, 'name,country\nMuster GmbH,DE\n');
  await expect(run('e.xlsx', { recipients: sheet })).rejects.toMatchObject({
    code: 'sheet_columns_missing',
    message: expect.stringContaining('recipient number'),
  });
});
