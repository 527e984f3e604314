import { controlTotalOfSent, sidesCounted } from '../../control-total-line.ts';
import type { RunBatch, RunFigures, RunView } from '../../ledger/pages/run-view.ts';
import { decimalsOf } from '../../money.ts';
import { COUNTED_STATES, type PaymentState } from '../../states.ts';
import { amount, decimalText, figure } from '../page/amount.ts';
import { badge } from '../page/badge.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import { exactTime, moment } from '../page/moment.ts';
import { runPaymentsPath } from '../page/paths.ts';
import { readerWords } from '../page/reader-words.ts';
import { empty, facts, table } from '../page/table.ts';
import type { View } from '../page/view.ts';
import { actorWords } from '../told/told-event.ts';

/** How many payments are in each state and what they come to, by currency; each leads to those payments. */
export function statesTable(view: View, run: bigint, figures: readonly RunFigures[]): Markup {
  const groups = new Map<string, { state: PaymentState; currency: string | null; payments: number; minor: bigint }>();
  for (const { state, currency, payments, minor } of figures) {
    const key = `${state} ${currency}`;
    const group = groups.get(key) ?? { state, currency, payments: 0, minor: 0n };
    group.payments += payments;
    group.minor += minor ?? 0n;
    groups.set(key, group);
  }
  return table(
    'Payments by state',
    [
      {
        title: 'State',
        names: true,
        cell: ({ state }) => html`<a href="${runPaymentsPath(run, { state })}">${badge(state)}</a>`,
      },
      { title: 'Payments', align: 'right', cell: ({ payments }) => figure(view, payments) },
      {
        title: 'Amount',
        align: 'right',
        cell: ({ currency, minor, state }) =>
          currency === null ? (state === 'invalid' ? 'not counted' : '') : amount(view, { currency, minor }),
      },
    ],
    [...groups.values()].sort(byState),
    empty('No rows yet.', 'They show as soon as the sheet was read.'),
  );
}

const ORDER: readonly string[] = COUNTED_STATES;
/** The currencies of a state stand together. */
const byState = (a: { state: string }, b: { state: string }) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state);

interface Paid {
  readonly source: string;
  readonly target: string;
  payments: number;
  sent: bigint;
  fees: bigint;
  recipientFees: bigint;
  arrived: bigint;
}

/** What left the balances, what it cost and what arrives, by pair of currencies; only what the service has said of each payment that is paid or on its way. */
export function moneyTable(view: View, figures: readonly RunFigures[]): Markup | '' {
  const pairs = new Map<string, Paid>();
  for (const one of figures) {
    // What failed or came back has a price too, and nobody got it.
    if (one.state !== 'processed' && one.state !== 'started') continue;
    if (one.paid_source === null || one.source_currency === null) continue;
    const target = one.target_currency ?? one.source_currency;
    const key = `${one.source_currency} ${target}`;
    const pair = pairs.get(key) ?? {
      source: one.source_currency,
      target,
      payments: 0,
      sent: 0n,
      fees: 0n,
      recipientFees: 0n,
      arrived: 0n,
    };
    pair.payments += one.payments;
    pair.sent += one.paid_source;
    pair.fees += one.fees ?? 0n;
    pair.recipientFees += one.recipient_fees ?? 0n;
    pair.arrived += one.paid_target ?? 0n;
    pairs.set(key, pair);
  }
  if (pairs.size === 0) return '';
  const rows = [...pairs.values()];
  return table(
    'Money out and in, as the service reported it',
    [
      {
        title: 'Currency',
        names: true,
        cell: ({ source, target }) => (source === target ? source : `${source} to ${target}`),
      },
      { title: 'Payments', align: 'right', cell: ({ payments }) => figure(view, payments) },
      { title: 'Out', align: 'right', cell: ({ source, sent }) => amount(view, { currency: source, minor: sent }) },
      { title: 'Fees', align: 'right', cell: ({ source, fees }) => amount(view, { currency: source, minor: fees }) },
      {
        title: "Recipients' fees",
        align: 'right',
        minor: true,
        cell: ({ source, recipientFees }) => amount(view, { currency: source, minor: recipientFees }),
      },
      {
        title: 'In',
        align: 'right',
        cell: ({ target, arrived }) => amount(view, { currency: target, minor: arrived }),
      },
      { title: 'Rate', align: 'right', cell: (pair) => rateOf(view, pair) },
    ],
    rows,
    undefined,
    { stacks: true },
  );
}

/** What one unit that was sent came to, with six decimals; nothing within one currency. */
function rateOf(view: View, { source, target, sent, arrived }: Paid): string {
  if (source === target || sent <= 0n) return '';
  const scaled = (arrived * 10n ** BigInt(6 + decimalsOf(source))) / (sent * 10n ** BigInt(decimalsOf(target)));
  const digits = scaled.toString().padStart(7, '0');
  return decimalText(view, `${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

/** The batches with their price, who approved them, and why they wait. */
export function batchesTable(view: View, batches: readonly RunBatch[]): Markup | '' {
  if (batches.length === 0) return '';
  return table(
    'Batches',
    [
      { title: 'Currency', names: true, cell: ({ currency }) => currency },
      {
        title: 'Stands',
        cell: ({ state, note }) =>
          html`${badge(state)}${note ? html`<br><span class="quiet">${readerWords(note)}</span>` : ''}`,
      },
      { title: 'Payments', align: 'right', cell: ({ payments }) => figure(view, payments) },
      {
        title: 'Sent',
        align: 'right',
        cell: ({ currency, quote, source_minor }) =>
          amount(view, { currency, minor: quote ? BigInt(quote.sendingMinor) : source_minor }),
      },
      {
        title: 'Fees quoted',
        align: 'right',
        minor: true,
        cell: ({ currency, quote }) => (quote ? amount(view, { currency, minor: BigInt(quote.feesMinor) }) : ''),
      },
      {
        title: 'Leaves the balance',
        align: 'right',
        cell: ({ currency, quote }) => (quote ? amount(view, { currency, minor: BigInt(quote.debitMinor) }) : ''),
      },
      { title: 'Approved by', minor: true, cell: ({ approved_by }) => (approved_by ? actorWords(approved_by) : '') },
      { title: 'Started', minor: true, cell: ({ started_at }) => moment(view, started_at) },
      {
        title: 'At the service',
        minor: true,
        cell: ({ remote_id }) => (remote_id ? html`<code>${remote_id}</code>` : ''),
      },
    ],
    batches,
    undefined,
    { stacks: true },
  );
}

/** Who, when, how it was read, and what it was expected to cost against what it did. */
export function runFacts(
  view: View,
  run: RunView,
  batches: readonly Pick<RunBatch, 'approved_by'>[],
  figures: readonly RunFigures[],
  runLink: (id: string) => Content,
): Markup {
  const control = controlTotalOfSent(
    figures.flatMap(({ currency, payments: rows, minor, arriving, state }) =>
      currency === null ? [] : [{ currency, state, rows, minor: minor ?? 0n, arriving: arriving ?? 0n }],
    ),
  );
  const { understood, calls, calls_expected: expected } = run;
  const { readAs } = (understood ?? {}) as { readAs?: unknown };
  const took = run.finished_at ? run.finished_at.getTime() - run.created_at.getTime() : null;
  return facts([
    ['Merchant', run.merchant],
    ['Made by', run.maker],
    ['Approved by', [...new Set(batches.flatMap(({ approved_by }) => approved_by ?? []))].map(actorWords).join(', ')],
    ['Began', html`${moment(view, run.created_at)} <span class="quiet">${exactTime(run.created_at)}</span>`],
    [
      'Done',
      run.finished_at
        ? html`${moment(view, run.finished_at)} <span class="quiet">${exactTime(run.finished_at)}, ${duration(took!)}</span>`
        : null,
    ],
    ['Rows', run.rows === null ? null : figure(view, run.rows)],
    [
      'Calls',
      html`${figure(view, calls)}${!expected ? '' : html` <span class="quiet">about ${figure(view, expected)} were estimated up to the start</span>`}`,
    ],
    [
      'Control total',
      control && html`<code>${control.line}</code> <span class="quiet">${sidesCounted(control)}</span>`,
    ],
    ['Sheet', typeof readAs === 'string' ? readAs : null],
    ['Job', run.job],
    ['Runs again rows of', run.parent_run === null ? null : runLink(String(run.parent_run))],
    [
      'Was run again by',
      run.reruns.length === 0 ? null : html`${run.reruns.map((id, i) => html`${i ? ', ' : ''}${runLink(id)}`)}`,
    ],
    ['Same payments as', run.same_as === null ? null : runLink(String(run.same_as))],
    ['Part of the sheet of', run.lead_run === null || run.lead_run === run.id ? null : runLink(String(run.lead_run))],
  ]);
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `took ${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `took ${minutes} min ${seconds % 60} s`
    : `took ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
