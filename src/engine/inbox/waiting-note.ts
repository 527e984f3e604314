import type { RunStatus } from '../../states.ts';

interface WaitingFile {
  readonly run: string;
  readonly statuses: readonly RunStatus[];
  readonly runNote: string | null;
  /** Null if it is not known who dropped the sheet. */
  readonly maker: string | null;
  /** The URL of the run's page; null if the pages have no public URL. */
  readonly page: string | null;
}

/** Most urgent first: from statuses that need a user to those that continue automatically. */
const WAITS: readonly (readonly [RunStatus, (file: WaitingFile) => readonly string[]])[] = [
  ['action_required', () => ['Action required. The run page in Payrun gives the reason and the next step.']],
  [
    'awaiting_approval',
    ({ maker }) => [
      maker === null ? 'Awaiting approval.' : `Awaiting approval by someone other than the uploader, ${maker}.`,
      'Approve or reject it on its page in Payrun.',
    ],
  ],
  ['insufficient_funds', () => ['Awaiting funds. The run continues once the balance is funded.']],
  [
    'awaiting_service_approval',
    () => ['Awaiting approval in the payout service. The run continues automatically once it is approved there.'],
  ],
  ['processing', () => ['The payments are being processed. The results follow once all of them are final.']],
];

const inWork = ({ runNote }: WaitingFile) => [
  `${runNote === null ? 'Payrun is processing this file.' : 'Payrun can’t continue with this file yet.'} The results follow once it is done.`,
];

/** The text of the note that replaces a sheet in `processing/` until it is done; null if it is. */
export function waitingNote(file: WaitingFile): string | null {
  if (file.statuses.length === 0) return null;
  const [status, linesOf] = WAITS.find(([one]) => file.statuses.includes(one)) ?? [null, inWork];
  // If payments are processing, the sentence above already says what the run's own note says.
  const own = file.runNote === null || status === 'processing' ? [] : [file.runNote];
  return [`Run ${file.run}`, ...linesOf(file), ...own, ...(file.page === null ? [] : [file.page])].join('\n');
}
