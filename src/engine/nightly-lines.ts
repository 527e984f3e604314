import { counted } from '../counted.ts';
import type { RunState } from '../states.ts';
import type { NightlyLine, NightlyStep } from './nightly.ts';

/** A run that is not done when the night is over. */
export interface OpenRun {
  readonly run: string;
  readonly merchant: string;
  readonly state: RunState;
  readonly note: string | null;
}

const DID: Readonly<Record<NightlyStep, string>> = {
  settle: 'asked about what is on its way',
  returns: 'payments that came back',
  'late batches': 'found batches at the service that were taken back',
  'carry on': 'carried on',
  'pay again': 'paid again what the policy allows',
  report: 'wrote results that were missing',
};

const STANDS: Readonly<Partial<Record<RunState, string>>> = {
  waiting_approval: 'waits for approval',
  waiting_funds: 'waits for funds',
  awaiting_service_approval: 'awaiting approval in the payout service',
  needs_person: 'needs a person',
  on_the_way: 'is on its way',
  working: 'is not finished',
};

/** What the night came to, for people: one line that sums it up, then one for each run and each trouble. */
export function nightlyLines(lines: readonly NightlyLine[], open: readonly OpenRun[], gaveUp: boolean): string[] {
  const troubles = lines.filter(({ trouble }) => trouble !== null).length;
  const count = (step: NightlyStep) => lines.filter((line) => line.step === step && line.trouble === null).length;
  const done = (Object.keys(DID) as NightlyStep[]).filter((step) => count(step) > 0);
  const sum = [
    ...done.map((step) => `${DID[step]}: ${runs(count(step))}`),
    open.length > 0 ? `not done yet: ${runs(open.length)}` : 'nothing is open',
    ...(troubles > 0 ? [`troubles: ${troubles}`] : []),
  ];
  return [
    `Night: ${sum.join('; ')}.`,
    ...lines.map((line) => `  ${line.step}, ${line.what}: ${whatOf(line)}`),
    ...open.map(
      ({ run, merchant, state, note }) =>
        `  open, run ${run} of ${merchant}: ${STANDS[state] ?? state}.${note === null ? '' : ` ${note}`}`,
    ),
    ...(gaveUp ? ['The service did not answer several times in a row: the rest is for the next night.'] : []),
  ];
}

function whatOf({ state, counts, note, trouble }: NightlyLine): string {
  if (trouble) return `${trouble.message} ${trouble.next}`;
  if (state === null && note !== null) return note;
  const found = Object.entries(counts ?? {})
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${n.toLocaleString('en-US')} ${name}`);
  const stands = state === 'done' ? 'is done' : (state && STANDS[state]) || 'went on';
  return `${stands}${found.length > 0 ? ` (${found.join(', ')})` : ''}.${note === null ? '' : ` ${note}`}`;
}

const runs = (n: number) => counted(n, 'run');
