import type { RunAction } from './action.ts';

export const VERIFIED = {
  field: {
    label: 'How did you verify the new account?',
    hint: 'Who you called, when, and the number on file that you used. No account numbers.',
  },
  option: {
    flags: '--verified <note>',
    summary:
      'how you verified changed bank details: who you called, and the number on file that you used; for the audit log',
  },
} as const;

/** The last comparisons of payments on hold, as the field `compared`: a release is bound to those that were shown. */
export const comparedText = (payments: readonly { readonly id: string; readonly compared: string }[]): string =>
  payments.flatMap(({ id, compared }) => (compared === '' ? [] : `${id}=${compared}`)).join(' ');

/** Releases payments on hold. */
export const release: RunAction = {
  name: 'release',
  of: 'payments',
  button: 'Release payment',
  fields: { verified: VERIFIED.field },
  done: 'Released from hold.',
  command: {
    arguments: '<reference...>',
    summary: 'releases payments on hold; the uploader cannot release changed bank details',
    options: [
      { flags: '--run <run>', summary: 'which run, if several have a payment on hold with this reference' },
      VERIFIED.option,
    ],
    examples: [['payrun release INV-2041 --as anna', 'the payment can then be sent']],
  },
  async apply(appContext, { references, run, payments }, { verified, compared = '' }, { by }) {
    const { releasePayments } = await import('../engine/review/release.ts');
    const all = new Map(compared.split(' ').map((one) => one.split('=', 2) as [string, string]));
    const shown = payments && new Map(payments.map((id) => [id, all.get(id) ?? '']));
    return { runs: await releasePayments(appContext, references, by, run ?? null, verified, shown) };
  },
};
