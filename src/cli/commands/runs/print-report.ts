import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT } from '../../../errors.ts';
import { isDay } from '../../../platform/calendars/business-days.ts';
import { writeWhole } from '../../../platform/write-whole-file.ts';
import { usageError } from '../../../references/usage-error.ts';
import { CSV_BEGIN, exportedCsvLine } from '../../../reports/csv-line.ts';
import { namedReports } from '../../../web/pages/reports/named-reports.ts';
import { correctedRange } from '../../../web/pages/reports/reports-range.ts';
import { type Invocation, textOf } from '../../command.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { printedTable } from '../../terminal/table.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Prints one of the reports of the pages: as a table, CSV or JSON, or writes it as CSV into a folder. */
export function printReport({ args: [name = ''], options, terminal }: Invocation): Promise<number> {
  return withAppContext(terminal, async ({ ledger, config, clock }) => {
    const reports = namedReports(config.timeZone);
    const found = reports.find((one) => one.name === name);
    if (!found) throw usageError('report_unknown', { name, names: reports.map((one) => one.name).join(', ') });
    const [from, to] = [textOf(options, 'from') ?? null, textOf(options, 'until') ?? null];
    for (const day of [from, to]) if (day !== null && !isDay(day)) throw usageError('day_invalid', { day });
    const { range, fault } = correctedRange(
      { from, to, merchant: textOf(options, 'merchant') ?? null },
      { now: clock.now(), timeZone: config.timeZone },
    );
    if (fault !== null) terminal.note(fault);
    const lines: (readonly string[])[] = [];
    for await (const page of await found.lines(ledger.db, range)) lines.push(...page);
    const [columns = [], ...rows] = lines;
    const csv = lines.map(exportedCsvLine).join('');
    const folder = textOf(options, 'to');
    const file = folder === undefined ? null : resolve(join(folder, `payrun-${name}-${range.from}-to-${range.to}.csv`));
    if (file !== null) await writeWhole(file, (temporary) => writeFile(temporary, CSV_BEGIN + csv));
    terminal.document({ report: name, ...range, columns, rows });
    if (file !== null) terminal.print(file);
    else if (options.csv) terminal.print(csv.trimEnd().replaceAll('\r\n', '\n'));
    else {
      for (const line of await bannerLines({ ledger, config })) terminal.print(line);
      terminal.print(`${found.caption}, ${range.from} to ${range.to}, ${range.timeZone}`);
      terminal.print(
        printedTable(
          columns.map((title, at) => ({ title, text: (row: readonly string[]) => row[at] ?? '' })),
          rows,
        ),
      );
    }
    return EXIT.done;
  });
}
