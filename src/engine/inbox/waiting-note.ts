import type { RunState } from '../../states.ts';

interface WaitingFile {
  readonly run: string;
  readonly states: readonly RunState[];
  readonly runNote: string | null;
  /** Null if it is not known who dropped the sheet. */
  readonly maker: string | null;
  /** The URL of the run's page; null if the pages have no public URL. */
  readonly page: string | null;
}

/** Most urgent first: from states that need a user to those that continue by themselves. */
const WAITS: readonly (readonly [RunState, (file: WaitingFile) => readonly string[]])[] = [
  ['needs_person', () => ['Action required. The page of the run in Payrun gives the reason and the next step.']],
  [
    'waiting_approval',
    ({ maker }) => [
      maker === null ? 'Awaiting approval.' : `Awaiting approval by an approver other than its maker, ${maker}.`,
      'It is approved or rejected on its page in Payrun.',
    ],
  ],
  ['waiting_funds', () => ['Awaiting funds. The run continues when the balance is funded.']],
  [
    'awaiting_service_approval',
    () => ['Awaiting approval in the payout service. It continues automatically when it is approved there.'],
  ],
  ['on_the_way', () => ['Its payments are on their way. The results come when all are final.']],
  [
    'working',
    ({ runNote }) => [
      `${runNote === null ? 'Payrun is processing it.' : 'Payrun cannot continue it yet.'} The results come when it is done.`,
    ],
  ],
];

/** The text of the note in `processing/` that stands for a sheet until it is done; null if it is. */
export function waitingNote(file: WaitingFile): string | null {
  const waits = WAITS.find(([state]) => file.states.includes(state));
  if (!waits) return null;
  // If payments are processing, the sentence above already says what the run's own note says.
  const lines = waits[1](file);
  const own = file.runNote === null || waits[0] === 'on_the_way' ? [] : [file.runNote];
  return [`Run ${file.run}`, ...lines, ...own, ...(file.page === null ? [] : [file.page])].join('\n');
}
