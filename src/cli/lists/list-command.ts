import { EXIT, PayrunError } from '../../errors.ts';
import type { Filter } from '../../lists/filters.ts';
import { type AnyList, defineFilters, type PlaceWithoutLedger, type Rows } from '../../lists/list.ts';
import type { ListCsv } from '../../lists/list-csv.ts';
import type { Answer, Command, CommandEntry, Invocation, OptionEntry } from '../command.ts';
import { optionText } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The command of a list, with its options and help. The name of its object is its argument. */
export function listCommand(list: AnyList): CommandEntry {
  const { name, summary, examples, one } = list.command!;
  const filters = Object.entries<Filter<unknown>>(list.filters).filter(([filter]) => !isArgument(list, filter));
  return {
    name,
    arguments: isArgument(list, 'run') ? '<run>' : (one ?? ''),
    summary,
    options: [
      ...filters.map(([filter, given]) => optionOf(filter, given)),
      { flags: '--csv', summary: 'prints all rows as CSV' },
      { flags: '--to <folder>', summary: 'writes all rows as CSV to this folder' },
    ],
    examples,
    load: async () => (invocation) => (one && invocation.args.length > 0 ? showOne : show)(list, invocation),
  };
}

const isArgument = ({ of }: AnyList, filter: string): boolean => of === filter;

/** In the address of a page, `q` is a search, and `to` a day. */
const OPTION_NAMES: Readonly<Record<string, string>> = { q: 'search', to: 'until' };
export const optionName = (filter: string): string => OPTION_NAMES[filter] ?? filter;

function optionOf(filter: string, { takes, summary, choices, open, form, parse }: Filter<unknown>): OptionEntry {
  const flags = `--${optionName(filter)} <${takes}>`;
  if (choices && !open) return { flags, summary, choices: choices.map(([value]) => value) };
  return form === undefined
    ? { flags, summary }
    : { flags, summary, form: { fits: (text) => parse(text) !== null, inWords: form } };
}

const show: (list: AnyList, invocation: Invocation) => ReturnType<Command> = async (
  list,
  { args, options, terminal },
) => {
  const { readLedger, requireLedger } = await import('../with-ledger.ts');
  const { listDocument } = await import('../../lists/list-document.ts');
  const { systemClock: clock } = await import('../../platform/clock.ts');
  const folder = optionText(options, 'to');
  const isFile = options.csv === true || folder !== undefined;
  if (args.length > 0 || options.run !== undefined || folder !== undefined) requireLedger();
  const { readWithoutLedger } = list;
  const without =
    readWithoutLedger && !isFile
      ? async (config: PlaceWithoutLedger['config'], fault?: string) => {
          if (fault !== undefined) terminal.note(fault);
          return shownRows(list, await readWithoutLedger({ config, clock }), terminal);
        }
      : undefined;
  const document = listDocument(list, { rows: [], next: null });
  return readLedger({ document, without }, async (ledger, config) => {
    const place = { ledger, config, clock };
    const filters = defineFilters(list.filters, (name) =>
      isArgument(list, name) ? args[0] : optionText(options, optionName(name)),
    );
    const missing = () => new PayrunError('run_unknown', { run: args[0] ?? String(optionText(options, 'run')) });
    if (isFile) {
      const { listCsv } = await import('../../lists/list-csv.ts');
      const csv = await listCsv(list, place, null, filters);
      if (csv === null) throw missing();
      if (csv.period?.fault) terminal.note(csv.period.fault);
      await (folder === undefined ? printCsv(terminal, csv) : writeCsv(terminal, csv, folder));
      return EXIT.done;
    }
    const found = await list.read(place, null, { filters, after: null, limit: list.command!.most, door: 'terminal' });
    if (found === null) throw missing();
    const { bannerLines } = await import('../terminal/banner-lines.ts');
    const isFiltered = Object.entries(filters).some(([name, one]) => one !== null && !isArgument(list, name));
    return shownRows(list, found, terminal, { banner: await bannerLines({ ledger, config }), isFiltered });
  });
};

/** Rows as a table, with what is to be known about them. */
async function shownRows(
  list: AnyList,
  found: Rows<unknown>,
  terminal: Terminal,
  { banner = [], isFiltered = false }: { readonly banner?: readonly string[]; readonly isFiltered?: boolean } = {},
): Promise<Answer> {
  const { listDocument } = await import('../../lists/list-document.ts');
  const { rowsAsTable } = await import('../terminal/table.ts');
  const { rows, next, period, faults = [] } = found;
  if (period?.fault) terminal.note(period.fault);
  const { what, page, command = page } = list.empty;
  const none = isFiltered ? 'No results.' : `${what} ${command}`.trim();
  return {
    document: listDocument(list, found),
    lines: [
      ...banner,
      ...(period ? [`${list.title}, ${period.from} to ${period.to}, ${period.timeZone}`] : []),
      rows.length > 0 ? rowsAsTable(list, rows) : none,
      ...(next === null
        ? []
        : [`These are the first ${rows.length.toLocaleString('en-US')}. To print all of them, add --csv.`]),
      ...faults.map((fault) => `\n${terminal.style('red', fault)}`),
    ],
    ...(faults.length > 0 ? { exitCode: EXIT.usage } : {}),
  };
}

const showOne: typeof show = async (list, invocation) => (await import('./show-run.ts')).showRun(list, invocation);

async function printCsv(terminal: Terminal, { lines }: ListCsv): Promise<void> {
  const { exportedCsvLine } = await import('../../reports/csv-line.ts');
  for await (const page of lines)
    if (page.length > 0) terminal.print(page.map((line) => exportedCsvLine(line).trimEnd()).join('\n'));
}

async function writeCsv(terminal: Terminal, { name, lines }: ListCsv, folder: string): Promise<void> {
  const [{ writeFile }, { resolve }, { writeFileAtomically }, { csvText }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
    import('../../platform/write-file.ts'),
    import('../../reports/csv-line.ts'),
  ]);
  const file = resolve(folder, name);
  await writeFileAtomically(file, (temporary) => writeFile(temporary, csvText(lines)));
  terminal.document({ file });
  terminal.print(file);
}
