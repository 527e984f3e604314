import { usageError } from '../references/usage-error.ts';
import { BECAUSE, type RunAction } from './action.ts';

/** Dismisses payments on hold: some by reference, or all of a run that are on hold for the reason `kind`. */
export const dismiss: RunAction = {
  name: 'dismiss',
  of: 'payments',
  button: 'Dismiss payment',
  title: 'Dismiss',
  question:
    'It stays unpaid, and needs no further action. If the row is uploaded again with different details, it is put on hold again.',
  fields: { because: { label: 'Reason' } },
  done: 'Dismissed. Nothing is paid.',
  command: {
    arguments: '[reference...]',
    summary: 'dismisses payments on hold: individual ones, or all in a run that share one reason',
    options: [
      BECAUSE,
      { flags: '--run <run>', summary: 'which run; without references, all its payments on hold for one reason' },
      { flags: '--kind <code>', summary: 'with --run: the reason for the hold, such as duplicate_reference' },
    ],
    examples: [
      [
        'payrun dismiss INV-2041 --because "sent twice by the supplier" --as anna',
        'the payment stays unpaid, and needs no more attention',
      ],
      [
        'payrun dismiss --run 12 --kind possible_duplicate --because "checked with sales" --as anna',
        'all possible duplicates of run 12',
      ],
    ],
    input(references, { because, run, kind }) {
      const isOfKind = typeof run === 'string' && typeof kind === 'string';
      if (references.length > 0 ? kind !== undefined : !isOfKind) throw usageError('dismissal_empty');
      return { because: String(because), kind: isOfKind ? kind : undefined };
    },
  },
  async apply(appContext, { references, run, payments }, { because = '', kind }, { by }) {
    const { dismissHolds } = await import('../engine/review/dismiss.ts');
    const which = references.length > 0 ? { references, run, payments } : { run: run ?? '', kind: kind ?? '' };
    return { runs: await dismissHolds(appContext, which, because, by) };
  },
};
