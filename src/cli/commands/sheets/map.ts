import { readFileSync, realpathSync } from 'node:fs';
import { chown, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { configFileToRead, configFileToWrite, loadConfig } from '../../../config.ts';
import { EXIT } from '../../../errors.ts';
import {
  type ColumnProposal,
  canonicalColumns,
  KNOWN_BY,
  mapSheet,
  matchColumnName,
  NOT_USED,
  readOptions,
  type SavedFormats,
  type SheetSource,
} from '../../../intake/map-sheet.ts';
import { writeFileAtomically } from '../../../platform/write-file.ts';
import { mergeColumns, mergeSetting } from '../../../settings/merge-columns.ts';
import { type Invocation, optionText } from '../../command.ts';
import { getSheetName, withStandardInput } from '../../standard-input.ts';
import { oneLine, printedTable } from '../../terminal/table.ts';
import { getSavedFormats } from './formats-of-ledger.ts';

/** Keeps an existing file if the new one cannot be written: it may have the only copy of a key. */
async function writeConfigFile(existing: string | null, content: string): Promise<void> {
  if (existing === null) return writeFileAtomically(configFileToWrite(), (path) => writeFile(path, content), 0o644);
  const path = realpathSync(existing);
  const { uid, gid, mode } = await stat(path);
  const write = async (temporary: string) => {
    await writeFile(temporary, content);
    await chown(temporary, uid, gid);
  };
  await writeFileAtomically(path, write, mode & 0o777);
}

/** Proposes the meaning of the columns of a sheet, lets the user correct it, and writes it to the configuration. */
export function map(invocation: Invocation): Promise<number> {
  return withStandardInput(invocation, ([file = '']) => mapColumns(file, invocation));
}

async function mapColumns(
  file: SheetSource,
  { options, terminal, signal }: Pick<Invocation, 'options' | 'terminal' | 'signal'>,
): Promise<number> {
  const config = loadConfig();
  const layout = { encoding: optionText(options, 'encoding'), worksheet: optionText(options, 'worksheet') };
  const saved = await getSavedFormats(config);
  const { source, columns: proposals } = await mapSheet(
    file,
    readOptions(config, { ...layout, formats: saved.formats }),
  );
  for (const note of saved.notes) terminal.print(note);
  if (source !== null) terminal.print(`Read as: ${source}.`);
  terminal.print(shown(proposals));
  const chosen = new Map<string, string>();
  const open = proposals.filter(({ by }) => by !== 'name');
  if (options.yes || !terminal.interactive || terminal.json) {
    for (const { header, column, sure } of open) if (column !== null && sure) chosen.set(header, column);
  } else {
    const taken = new Set(proposals.flatMap(({ by, column }) => (by === 'name' ? [column!] : [])));
    for (const proposal of open) {
      if (chosen.has(proposal.header)) continue;
      const column = await askFor(proposal, taken, (question) => terminal.answer(question, signal));
      if (column === 'ended') return EXIT.done;
      if (column === null) continue;
      chosen.set(proposal.header, column);
      if (column === NOT_USED) continue;
      taken.add(column);
      // The other candidates for the same column are settled too.
      for (const { header, candidate } of open) {
        if (candidate === column && header !== proposal.header && !chosen.has(header)) chosen.set(header, NOT_USED);
      }
    }
  }
  const name = optionText(options, 'name');
  const asked = chosen.size > 0 || (name !== undefined && proposals.some(({ column }) => column !== null));
  const write = asked && (options.yes === true || (terminal.interactive && !terminal.json));
  const path = configFileToRead();
  const place = basename(path ?? configFileToWrite());
  if (write) {
    const text = path === null ? null : readFileSync(path, 'utf8');
    await writeConfigFile(
      path,
      name === undefined
        ? mergeColumns(text, Object.fromEntries(chosen))
        : mergeSetting(text, 'sheetFormats', { [name]: savedFormat(proposals, chosen) }),
    );
  }
  terminal.print(
    !asked
      ? 'Nothing to save. No other columns were matched.'
      : write && name !== undefined
        ? `Saved to ${place}: sheets with exactly these headers are read as "${oneLine(name)}". If the headers change, Payrun asks again.`
        : write
          ? `Saved to ${place}: ${[...chosen].map(([header, column]) => `${oneLine(header)} is ${column === NOT_USED ? 'not used' : column}`).join(', ')}.`
          : `Nothing was saved. Add --yes to save this to ${place}.`,
  );
  terminal.document({
    file: getSheetName(file),
    source,
    columns: proposals,
    written: write ? Object.fromEntries(chosen) : null,
  });
  return EXIT.done;
}

/** The whole format: its header, and every column that is mapped or not used. */
function savedFormat(proposals: readonly ColumnProposal[], chosen: ReadonlyMap<string, string>): SavedFormats[string] {
  const known = proposals.flatMap(({ header, by, column }) => (by === 'name' ? [[header, column!] as const] : []));
  return { header: proposals.map(({ header }) => header), columns: Object.fromEntries([...known, ...chosen]) };
}

function shown(proposals: readonly ColumnProposal[]): string {
  return printedTable(
    [
      { title: 'header', text: ({ header }) => oneLine(header) },
      { title: 'column', text: ({ column }) => column ?? '-' },
      { title: '', text: matchText },
      { title: 'example', text: ({ example }) => oneLine(example) },
    ],
    proposals,
  );
}

function matchText({ by, why, sure }: ColumnProposal): string {
  if (by === null) return why ?? KNOWN_BY.none;
  return sure
    ? by === 'name'
      ? (why ?? KNOWN_BY.name)
      : KNOWN_BY[by]
    : `${KNOWN_BY[by]}; check it: --yes does not accept it`;
}

/**
 * Enter or yes accepts the proposal, a name or number another column, `-` none. Asks again until the answer is valid.
 */
async function askFor(
  { header, column, candidate, why, example }: ColumnProposal,
  taken: ReadonlySet<string>,
  ask: (question: string) => Promise<string | null>,
): Promise<string | null | 'ended'> {
  const free = canonicalColumns().filter((name) => !taken.has(name));
  const proposed = column !== null && free.includes(column) ? column : null;
  for (;;) {
    const known =
      proposed === null
        ? `${candidate === null ? 'not known' : `not certain: ${why}`}. Press Enter to skip, or type a column or its number, ? for the list${candidate === null ? '' : ', - if it is not used'}: `
        : `${proposed}? Press Enter to accept, or type another column or its number, ? for the list, - for none: `;
    const answer = await ask(`"${oneLine(header)}" (${oneLine(example)}) is ${known}`);
    if (answer === null) return 'ended';
    const text = answer.trim();
    if (text === '' || /^y(es)?$/i.test(text)) return proposed;
    if (text === '-') return candidate === null ? null : NOT_USED;
    const named = /^\d+$/.test(text) ? free[Number(text) - 1] : matchColumnName(text);
    if (named && free.includes(named)) return named;
    const wrong =
      text === '?' ? '' : named ? `${named} is already another column. ` : `"${oneLine(text)}" is none of these. `;
    await ask(`${wrong}${free.map((name, i) => `${i + 1} ${name}`).join(', ')}\nPress Enter to continue. `);
  }
}
