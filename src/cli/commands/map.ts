import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CONFIG_FILE, loadConfig } from '../../config.ts';
import { EXIT, PayrunError } from '../../errors.ts';
import { type ColumnProposal, canonicalColumns, KNOWN_BY, mapSheet, meantColumn } from '../../intake/map-sheet.ts';
import { type Invocation, textOf } from '../command.ts';
import { mergeColumns } from '../merge-columns.ts';
import { oneLine, printedTable } from '../table.ts';

/** Proposes what the columns of a sheet are, lets a person correct it, and writes it into the configuration. */
export async function map({ args: [file = ''], options, terminal, signal }: Invocation): Promise<number> {
  const config = loadConfig();
  const proposals = await mapSheet(file, {
    columns: config.columns,
    encoding: textOf(options, 'encoding') ?? config.encoding,
    worksheet: textOf(options, 'worksheet'),
  });
  terminal.print(shown(proposals));
  const chosen = new Map<string, string>();
  const open = proposals.filter(({ by }) => by !== 'name');
  if (options.yes || !terminal.interactive || terminal.json) {
    for (const { header, column } of open) if (column !== null) chosen.set(header, column);
  } else {
    const taken = new Set(proposals.flatMap(({ by, column }) => (by === 'name' ? [column!] : [])));
    for (const proposal of open) {
      const column = await askFor(proposal, taken, (question) => terminal.answer(question, signal));
      if (column === 'ended') return EXIT.done;
      if (column === null) continue;
      taken.add(column);
      chosen.set(proposal.header, column);
    }
  }
  const write = chosen.size > 0 && (options.yes === true || (terminal.interactive && !terminal.json));
  if (write) {
    const text = existsSync(CONFIG_FILE) ? readFileSync(CONFIG_FILE, 'utf8') : null;
    try {
      writeFileSync(CONFIG_FILE, mergeColumns(text, Object.fromEntries(chosen)));
    } catch (cause) {
      const detail = (cause as NodeJS.ErrnoException).code ?? 'unknown';
      throw new PayrunError('file_unwritable', { file: CONFIG_FILE, detail }, { cause });
    }
  }
  terminal.print(
    chosen.size === 0
      ? 'There is nothing to write: no other column is mapped.'
      : write
        ? `Written to ${CONFIG_FILE}: ${[...chosen].map(([header, column]) => `${oneLine(header)} is ${column}`).join(', ')}.`
        : `Nothing was written. Add --yes to write it to ${CONFIG_FILE}.`,
  );
  terminal.document({ file, columns: proposals, written: write ? Object.fromEntries(chosen) : null });
  return EXIT.done;
}

function shown(proposals: readonly ColumnProposal[]): string {
  return printedTable(
    [
      { title: 'header', text: ({ header }) => oneLine(header) },
      { title: 'column', text: ({ column }) => column ?? '-' },
      { title: '', text: ({ by }) => KNOWN_BY[by ?? 'none'] },
      { title: 'example', text: ({ example }) => oneLine(example) },
    ],
    proposals,
  );
}

/** Enter or yes takes the proposal, a name or a number another column, `-` none. Asks again until it is one of those. */
async function askFor(
  { header, column, example }: ColumnProposal,
  taken: ReadonlySet<string>,
  ask: (question: string) => Promise<string | null>,
): Promise<string | null | 'ended'> {
  const free = canonicalColumns().filter((name) => !taken.has(name));
  const proposed = column !== null && free.includes(column) ? column : null;
  for (;;) {
    const known =
      proposed === null
        ? 'not known. Enter leaves it so; or type a column or its number, ? for the list: '
        : `${proposed}? Enter says yes; or type another column or its number, ? for the list, - for none: `;
    const answer = await ask(`"${oneLine(header)}" (${oneLine(example)}) is ${known}`);
    if (answer === null) return 'ended';
    const text = answer.trim();
    if (text === '' || /^y(es)?$/i.test(text)) return proposed;
    if (text === '-') return null;
    const named = /^\d+$/.test(text) ? free[Number(text) - 1] : meantColumn(text);
    if (named && free.includes(named)) return named;
    const wrong =
      text === '?' ? '' : named ? `${named} is another column already. ` : `"${oneLine(text)}" is none of these. `;
    await ask(`${wrong}${free.map((name, i) => `${i + 1} ${name}`).join(', ')}\nEnter to go on. `);
  }
}
