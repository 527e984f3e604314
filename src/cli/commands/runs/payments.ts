import { EXIT } from '../../../errors.ts';
import type { PaymentStatus } from '../../../ledger/runs/payment-status.ts';
import { onCommandLine } from '../../../messages.ts';
import { showDecimal } from '../../../money.ts';
import { type Awaiting, awaits, debitStateWord } from '../../../outcomes/total-debits.ts';
import { systemClock } from '../../../platform/clock.ts';
import { listPayments } from '../../../reports/list-runs.ts';
import { type Command, textOf } from '../../command.ts';
import { jsonRow } from '../../json-row.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { shownMoment } from '../../terminal/relative-time.ts';
import { printedTable, type TableColumn } from '../../terminal/table.ts';
import { readLedger, requireLedger } from '../../with-ledger.ts';

/** The most payments that are shown. The results workbook of a run has all of them. */
const MOST = 1_000;

/** Payments with their state and reason, those of the last run first. */
export const payments: Command = ({ options, terminal }) => {
  if (options.run !== undefined) requireLedger();
  return readLedger({ terminal, document: { payments: [], more: false } }, async (ledger, config) => {
    const { db } = ledger;
    const filter = {
      run: textOf(options, 'run'),
      state: textOf(options, 'state'),
      reference: textOf(options, 'reference'),
    };
    const found = await listPayments(db, { ...filter, limit: MOST + 1 });
    const shown = found.slice(0, MOST);
    const more = found.length > MOST;
    terminal.document({ payments: shown.map(jsonRow), more });
    for (const line of await bannerLines({ ledger, config })) terminal.print(line);
    terminal.print(shown.length === 0 ? 'There are no such payments.' : printedTable(columns(), shown));
    if (more)
      terminal.print(
        `These are the first ${MOST.toLocaleString('en-US')}; narrow them with --run, --state or --reference.`,
      );
    return EXIT.done;
  });
};

function columns(): readonly TableColumn<PaymentStatus & Awaiting>[] {
  const now = systemClock.now();
  return [
    { title: 'run', align: 'right', text: ({ run }) => String(run) },
    { title: 'row', align: 'right', text: ({ row }) => String(row) },
    { title: 'reference', text: ({ reference }) => reference ?? '' },
    { title: 'recipient', text: ({ recipient }) => recipient ?? '' },
    {
      title: 'amount',
      align: 'right',
      text: ({ amount, currency }) => (amount === null || currency === null ? '' : showDecimal(amount, currency)),
    },
    { title: 'status', text: (payment) => debitStateWord(awaits(payment)).toLowerCase() },
    {
      title: 'since',
      text: ({ final_at, started_at, created_at }) => shownMoment(final_at ?? started_at ?? created_at, now),
    },
    {
      title: 'reason',
      text: ({ reason, reason_code, reference, state, problems }) =>
        reason === null
          ? (problems ?? []).map(({ message, code }) => onCommandLine(message, code)).join(' ')
          : onCommandLine(reason, reason_code, state === 'held' ? reference : null),
    },
  ];
}
