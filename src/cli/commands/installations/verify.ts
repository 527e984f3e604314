import { readFileSync } from 'node:fs';
import { type Config, loadConfig } from '../../../config.ts';
import { acceptedLine, HOW_TO_ACCEPT } from '../../../discrepancies/service-discrepancy.ts';
import { verifyRemote as compareAndTakeOver, type RemoteReport } from '../../../engine/jobs/verify-remote.ts';
import { combineExitCodes, EXIT, PayrunError } from '../../../errors.ts';
import { hasAnchors } from '../../../ledger/audit/anchor-line.ts';
import { DISK_FAULTS } from '../../../platform/disk-faults.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { usageError } from '../../../references/usage-error.ts';
import { rowsRemovedLine } from '../../../reports/reconcile.ts';
import { type VerifyReport, verifyLedger } from '../../../reports/verify.ts';
import type { Command } from '../../command.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { oneLine } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withAppContext } from '../../with-app-context.ts';
import { withLedger } from '../../with-ledger.ts';

/** Recomputes the guarantees. Prints one line if all hold, else a sentence for every finding. */
export const verify: Command = async ({ args: [run], options, terminal }) => {
  const config = loadConfig();
  const anchors = options.anchor === undefined ? undefined : anchorsIn(String(options.anchor));
  if (anchors !== undefined && options.remote) throw usageError('anchor_with_remote');
  const { banner, report } = await (options.remote
    ? verifyRemote(terminal, config, run)
    : verifyTables(config, run, anchors));
  const { checked, findings, accepted = [], notCompared = [], rowsRemoved = 0 } = report;
  const { paidAfterAll = [] }: Partial<RemoteReport> = report;
  const ok = findings.length === 0 && notCompared.length === 0;
  terminal.document({ ok, ...report });
  for (const line of banner) terminal.print(line);
  for (const { guarantee, what, code } of findings)
    terminal.print(`${terminal.style('red', guarantee)}  ${oneLine(what)}${code === undefined ? '' : ` (${code})`}`);
  if (options.all) for (const one of accepted) terminal.print(oneLine(acceptedLine(one)));
  else if (accepted.length > 0)
    terminal.print(
      `${pluralize(accepted.length, 'discrepancy was', 'discrepancies were')} accepted: --all lists ${accepted.length === 1 ? 'it' : 'them'}.`,
    );
  for (const { merchant, message, next } of notCompared)
    terminal.print(oneLine(`Merchant ${merchant} was not compared: ${message} ${next}`));
  if (rowsRemoved > 0) terminal.print(rowsRemovedLine(rowsRemoved));
  if (ok) terminal.print(`All ${pluralize(checked.length, 'check')} passed.`);
  else if (findings.length > 0)
    terminal.print(
      `\n${pluralize(findings.length, 'error')} in ${pluralize(checked.length, 'check')}. Action required; ${paidAfterAll.length === 0 ? 'nothing was changed' : 'nothing else was changed'}.`,
    );
  for (const one of paidAfterAll)
    terminal.print(
      `Run ${one}: the payout service paid a payment that a user had confirmed as not paid. Payrun now treats it as paid.`,
    );
  if (findings.some(({ code }) => code !== undefined)) terminal.print(HOW_TO_ACCEPT);
  return combineExitCodes([
    ...(findings.length > 0 ? [EXIT.waits] : []),
    ...notCompared.map(({ exitCode }) => exitCode),
  ]);
};

/** Throws `file_unreadable`, and `usage` if nothing is anchored in the file. */
function anchorsIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new PayrunError('file_unreadable', { file, detail: DISK_FAULTS[code] ?? message }, { cause });
  }
  if (!hasAnchors(text)) throw usageError('anchor_not_found', { file });
  return text;
}

interface Verified {
  readonly report: VerifyReport | RemoteReport;
  readonly banner: readonly string[];
}

const verifyTables = (config: Config, run?: string, anchors?: string): Promise<Verified> =>
  withLedger(
    async (ledger) => ({
      report: await verifyLedger({ ledger }, { run, anchors }),
      banner: await bannerLines({ ledger, config }),
    }),
    config,
  );

const verifyRemote = (terminal: Terminal, config: Config, run?: string): Promise<Verified> =>
  withAppContext(
    terminal,
    async (appContext) => ({
      report: await compareAndTakeOver(appContext, run),
      banner: await bannerLines(appContext),
    }),
    config,
  );
