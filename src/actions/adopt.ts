import type { AdoptedOfMerchant } from '../engine/review/adopt.ts';
import { pluralize } from '../platform/pluralize.ts';
import type { RunAction } from './action.ts';

/**
 * Adopts the remote batches that the ledger does not know; with the field `installation`, confirms that another
 * installation created them and pays other people. `merchants` and `batches`: those that were shown.
 */
export const adopt: RunAction = {
  name: 'adopt',
  of: 'batches',
  button: 'Adopt batches',
  fields: { installation: { label: 'Name of that installation' } },
  done: 'Batches adopted. Blocked runs continue.',
  command: {
    arguments: '',
    summary: 'handles batches in the service that are not in this ledger',
    options: [
      { flags: '--merchant <name>', summary: 'only this merchant' },
      {
        flags: '--installation <name>',
        summary: 'records that this installation created the batches and may pay too; does not read the batches',
      },
      { flags: '--yes', summary: 'does not ask' },
      { flags: '--dry-run', summary: 'only shows them' },
    ],
    examples: [
      ['payrun adopt', 'records them as history, so that their recipients are not paid again'],
      ['payrun adopt --installation berlin', 'the installation called berlin pays other people from the same balance'],
    ],
    makesLedger: true,
  },
  async apply(appContext, _, { installation, ...shown }, { by, signal }) {
    const { adoptBatches, declareOther, adoptionExitCode, requireShown } = await import('../engine/review/adopt.ts');
    const { blockedRuns } = await import('../ledger/runs/blocked-runs.ts');
    const { db } = appContext.ledger;
    const found = await requireShown(appContext, by, shown, signal);
    const blocked = await blockedRuns(db);
    const adopted = installation === undefined ? await adoptBatches(appContext, found, by, signal) : [];
    const declared = installation === undefined ? null : await declareOther(appContext, found, installation.trim(), by);
    const still = new Set((await blockedRuns(db)).map(({ id }) => id));
    return {
      runs: blocked.flatMap(({ id }) => (still.has(id) ? [] : id)),
      madeRuns: [...new Set(adopted.flatMap(({ run }) => run ?? []))],
      ...(declared ? { done: 'Installation declared. Blocked runs continue.' } : {}),
      answer: {
        document: { unknown: found, adopted, ...(declared ? { installation, newIdentity: declared.newIdentity } : {}) },
        lines: declared
          ? [
              `Batches of "${installation}" no longer stop this ledger from paying.`,
              ...(declared.newIdentity
                ? [
                    `One ledger was a copy of the other, so both had the same identity. This ledger is now ${declared.newIdentity}.`,
                  ]
                : []),
              'Continue with `payrun resume`.',
            ]
          : [
              ...adopted.map(adoptedLine),
              'Continue with `payrun resume`: it tracks payments in progress, and pays the rest.',
            ],
        exitCode: adoptionExitCode(adopted),
      },
    };
  },
};

function adoptedLine({ batch, run, payments, held, twice, left }: AdoptedOfMerchant): string {
  if (run === null) return `${batch}: no payments.`;
  return [
    `${batch}: ${pluralize(payments, 'payment')} read into run ${run}.`,
    ...(held > 0
      ? [`${pluralize(held, 'row')} of this ledger ${held === 1 ? 'is' : 'are'} on hold for that reason.`]
      : []),
    ...(twice > 0
      ? [
          `${pluralize(twice, 'payment')} may have been paid twice: compare \`payrun payments --run ${run}\` with the service.`,
        ]
      : []),
    ...(left > 0
      ? [
          `${pluralize(left, 'payment')} ${left === 1 ? 'is' : 'are'} not in any ledger, and ${left === 1 ? 'was' : 'were'} left in the payout service.`,
        ]
      : []),
  ].join(' ');
}
