import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { map } from '../../src/cli/commands/map.ts';
import { recordingTerminal } from '../support/recording-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'payrun-map-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('asks of each column that it is not sure of, takes yes for yes, and writes nothing before the last answer', async () => {
  const file = join(folder, 'juni.csv');
  writeFileSync(
    file,
    'Name,E-Mail,Straße,Land,Betrag\nAda,ada@example.com,Weg 1,DE,1240.50\nBob,bob@example.com,Weg 2,DE,10.00\n',
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
    '"Straße" (Weg 1) is not known. Enter leaves it so; or type a column or its number, ? for the list: ',
    expect.stringMatching(/^1 merchant, .*Enter to go on\. $/s),
    expect.stringMatching(/^"Straße"/),
    '"Land" (DE) is country? Enter says yes; or type another column or its number, ? for the list, - for none: ',
    expect.stringMatching(/^"Betrag" \(1240\.50\) is amount\? /),
  ]);
});
