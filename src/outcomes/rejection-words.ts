/** Who ended a run, and how. */
export interface EndedBy {
  readonly kind?: 'rejected' | 'withdrawn' | 'stopped';
  readonly by: string;
  readonly because: string;
}

const ENDED = { rejected: 'Rejected', withdrawn: 'Withdrawn', stopped: 'Stopped' } as const;

/** "Rejected by carla: wrong month."; without a reason only the name. */
export function rejectedBy({ kind = 'rejected', by, because }: EndedBy): string {
  return because === '' ? `${ENDED[kind]} by ${by}.` : `${ENDED[kind]} by ${by}: ${because.replace(/\.$/, '')}.`;
}
