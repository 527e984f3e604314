import type { Money } from '../model.ts';
import { showMoney } from '../money.ts';

export interface EndedBy {
  readonly kind: 'rejected' | 'withdrawn' | 'stopped';
  readonly by: string;
  readonly because: string;
  /** The payments that were ended, with their amounts as text, if another part of the run had been sent before. */
  readonly rest?: { readonly payments: number; readonly amounts: readonly string[] };
}

const ENDED = { rejected: 'Rejected', withdrawn: 'Withdrawn', stopped: 'Stopped' } as const;

/**
 * "Rejected by carla: wrong month."; without a reason only the name. Of a run that was sent in part: "The 2 payments
 * that were not sent yet, 610.00 USD, were rejected by carla: wrong month."
 */
export function rejectedBy({ kind, by, because, rest }: EndedBy): string {
  const why = because === '' ? '' : `: ${because.replace(/\.$/, '')}`;
  if (rest === undefined) return `${ENDED[kind]} by ${by}${why}.`;
  const count = rest.payments.toLocaleString('en-US');
  const which = rest.payments === 1 ? 'payment that was not sent yet' : `${count} payments that were not sent yet`;
  const amounts = rest.amounts.length === 0 ? '' : ` ${rest.amounts.join(' and ')},`;
  return `The ${which},${amounts} ${rest.payments === 1 ? 'was' : 'were'} ${kind} by ${by}${why}.`;
}

/** The payments that a rejection was for, if some had been sent before; else undefined. */
export function describeRest(ended: {
  readonly sent: number;
  readonly payments: number;
  readonly sums: readonly Money[];
}) {
  if (ended.sent === 0 || ended.payments === 0) return undefined;
  return { payments: ended.payments, amounts: ended.sums.map(showMoney) };
}

/** The note of a run, and the user who ended its unsent part; null without either. */
export function getRunNote(note: string | null, rejections: readonly EndedBy[]): string | null {
  const ended = rejections.filter(({ rest }) => rest !== undefined).map(rejectedBy);
  const all = [...(note === null ? [] : [note]), ...ended];
  return all.length === 0 ? null : all.join(' ');
}
