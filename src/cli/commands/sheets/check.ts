import { join, parse, resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { asRecipientSheet } from '../../../engine/recipients/recipient-sheet.ts';
import { EXIT } from '../../../errors.ts';
import { type CheckReport, checkSheet } from '../../../intake/check-sheet.ts';
import type { SheetSource } from '../../../intake/map-sheet.ts';
import { unusedColumnText } from '../../../intake/unused-columns.ts';
import { statedTotals } from '../../../lists/tables/sum-tables.ts';
import { describeTotalSides } from '../../../outcomes/control-total-line.ts';
import { systemClock } from '../../../platform/clock.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Invocation, optionText } from '../../command.ts';
import { type FileAnswer, runEachFile } from '../../run-each-file.ts';
import { withStandardInput } from '../../standard-input.ts';
import { showProblems } from '../../terminal/show-problems.ts';
import { oneLine, tableLines } from '../../terminal/table.ts';
import { getSavedFormats } from './formats-of-ledger.ts';

export function check(invocation: Invocation): Promise<number> {
  return withStandardInput(invocation, (files) => checkEach(files, invocation));
}

async function checkEach(
  files: readonly SheetSource[],
  { options, terminal }: Pick<Invocation, 'options' | 'terminal'>,
): Promise<number> {
  const output = optionText(options, 'output');
  if (output !== undefined && files.length > 1) throw usageError('output_of_several_sheets');
  const config = loadConfig();
  const reading = {
    decimal: optionText(options, 'decimal') as 'point' | 'comma' | undefined,
    encoding: optionText(options, 'encoding'),
    worksheet: optionText(options, 'worksheet'),
  };
  const saved = await getSavedFormats(config);
  return runEachFile(files, 'files', terminal, async (file) =>
    answerOf(
      await checkSheet(file, config, systemClock, {
        writeTo: output !== undefined ? resolve(output) : terminal.json ? null : checkedPath(file),
        onlyProblems: output === undefined,
        ...reading,
        formats: saved.formats,
        enabledCountries: saved.enabledCountries,
        notes: saved.notes,
      }).catch((error: unknown) => {
        throw asRecipientSheet(error);
      }),
    ),
  );
}

/** `june.csv` becomes `june.checked.xlsx` in the same folder. */
function checkedPath(file: SheetSource): string {
  const { dir, name } = parse(resolve(typeof file === 'string' ? file : file.name));
  return join(dir, `${name}.checked.xlsx`);
}

/** Warnings about rows that are put on hold when the sheet is paid, unless the rules of the ledger say otherwise. */
const HOLDS = ['similar_reference', 'possible_duplicate'];

function answerOf(report: CheckReport): FileAnswer {
  const { problems, checked, controlTotal, unused } = report;
  return {
    document: report,
    get lines() {
      return [
        `${report.file}: ${pluralize(report.rows, 'row')}, ${checkSummary(report)}.`,
        oneLine(report.readAs),
        ...report.warnings,
        ...(unused.length === 0 ? [] : [oneLine(`Not used: ${unused.map(unusedColumnText).join('; ')}.`)]),
        ...tableLines(
          statedTotals,
          Object.entries(report.totals).map(([currency, total]) => ({ currency, ...total })),
        ).map((line) => `  ${line}`),
        ...(controlTotal === null
          ? []
          : [`Control total: ${controlTotal.line}`, `  ${describeTotalSides(controlTotal)}`]),
        ...showProblems(problems, problems, HOLDS, problems.length + report.notListed),
        ...(checked === null
          ? []
          : ['', `${problems.length > 0 ? 'The wrong cells are marked in' : 'The rows as read are in'} ${checked}`]),
      ];
    },
    exitCode: report.invalid > 0 || report.held > 0 || report.control !== null ? EXIT.rowsFailed : EXIT.done,
  };
}

/**
 * Says nothing of what is paid: earlier payments may put rows without errors on hold. Nothing of a sheet that does not
 * agree with its control total is paid.
 */
function checkSummary({ valid, invalid, held, control }: CheckReport): string {
  if (control !== null) return 'none can be paid';
  if (invalid + held === 0) return 'no errors';
  const counts = [
    [valid, 'without errors'],
    [held, 'on hold'],
    [invalid, 'with errors'],
  ] as const;
  return counts
    .filter(([count, words]) => count > 0 || words === 'without errors')
    .map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`)
    .join(', ');
}
