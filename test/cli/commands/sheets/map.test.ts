import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { map } from '../../../../src/cli/commands/sheets/map.ts';
import { readSheet } from '../../../../src/sheets/read/read-sheet.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

it('asks about each uncertain column, accepts yes, and writes nothing before the last answer', async () => {
  const file = join(folder, 'juni.csv');
  writeFileSync(
    file,
    'Name,E-Mail,Gasse,Dorthin,Soll\nAda,ada@example.com,Weg 1,DE,1240.50\nBob,bob@example.com,Weg 2,DE,10.00\n',
  );
  const { terminal } = recordingTerminal();
  const asked: string[] = [];
  const answers: (string | null)[] = ['?', '', 'street1', 'y', null];
  const answer = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? null;
  };
  const signal = new AbortController().signal;
  await map({ args: [file], options: {}, terminal: { ...terminal, interactive: true, answer }, signal });
  expect(asked).toEqual([
    '"Gasse" (Weg 1) is not known. Press Enter to skip, or type a column or its number, ? for the list: ',
    expect.stringMatching(/^1 merchant, .*Press Enter to continue\. $/s),
    expect.stringMatching(/^"Gasse"/),
    '"Dorthin" (DE) is country? Press Enter to accept, or type another column or its number, ? for the list, - for none: ',
    expect.stringMatching(/^"Soll" \(1240\.50\) is amount\? /),
  ]);
});

it('teaches an export under a name for exactly this header; a changed header asks again', async () => {
  const at = process.cwd();
  const place = mkdtempSync(join(tmpdir(), 'payrun-map-'));
  process.chdir(place);
  try {
    const rows = 'V-1;10,50;EUR\nV-2;11,50;EUR\n';
    writeFileSync('june.csv', `Partner;Soll;Kurrent\n${rows}`);
    const answers = ['referenceId', 'amount', 'currency'];
    const { terminal } = recordingTerminal();
    const answer = async () => answers.shift() ?? null;
    const signal = new AbortController().signal;
    const options = { name: 'Acme ERP' };
    await map({ args: ['june.csv'], options, terminal: { ...terminal, interactive: true, answer }, signal });
    const { sheetFormats } = JSON.parse(readFileSync('payrun.config.json', 'utf8'));
    expect(sheetFormats['Acme ERP'].columns).toEqual({ Partner: 'referenceId', Soll: 'amount', Kurrent: 'currency' });

    const open = async (name: string) => {
      const sheet = await readSheet(name, { sheetFormats });
      await sheet.close();
      return sheet.understood;
    };
    writeFileSync('july.csv', `Soll;Partner;Kurrent\n10,50;V-1;EUR\n`);
    expect(await open('july.csv')).toMatchObject({
      source: 'Acme ERP',
      columns: ['amount', 'referenceId', 'currency'],
    });
    writeFileSync('august.csv', `Partner;Soll;Haben;Kurrent\nV-1;10,50;9,50;EUR\n`);
    await expect(open('august.csv')).rejects.toMatchObject({ code: 'sheet_columns_missing' });
  } finally {
    process.chdir(at);
    rmSync(place, { recursive: true, force: true });
  }
});
