import type { RunState } from '../../states.ts';

interface Stand {
  readonly run: string;
  readonly stands: readonly RunState[];
  readonly runNote: string | null;
  /** Null: nobody knows who dropped the sheet. */
  readonly maker: string | null;
  /** The page of the run, where people reach one. */
  readonly page: string | null;
}

/** From what needs somebody most to what goes on by itself. */
const WAITS: readonly (readonly [RunState, (stand: Stand) => readonly string[]])[] = [
  ['needs_person', ({ run }) => ['A person must look at it.', `See \`payrun runs ${run}\`.`]],
  [
    'waiting_approval',
    ({ run, runNote, maker }) => [
      maker === null
        ? (runNote ?? 'Waits for approval.')
        : `Waits for approval, by somebody other than its maker, ${maker}.`,
      `On the page, or \`payrun approve ${run} --as NAME\`, or \`payrun reject ${run} --as NAME\`.`,
    ],
  ],
  ['waiting_funds', () => ['Waits for money. It goes on when the balance is funded.']],
  [
    'awaiting_service_approval',
    () => ['Awaiting approval in the payout service. It goes on by itself once somebody has approved it there.'],
  ],
  ['on_the_way', () => ['Its payments are on their way. The results come when all are final.']],
];

/** What the note beside a sheet in `processing/` says; null where it is being worked on and nobody is waited for. */
export function waitingNote(stand: Stand): string | null {
  const waits = WAITS.find(([state]) => stand.stands.includes(state));
  if (!waits) return null;
  // Where its payments are on their way the sentence above says what the run's own note says.
  const said = waits[1](stand);
  const own =
    stand.runNote === null || waits[0] === 'on_the_way' || said.includes(stand.runNote) ? [] : [stand.runNote];
  return [`Run ${stand.run}`, ...said, ...own, ...(stand.page === null ? [] : [stand.page])].join('\n');
}
