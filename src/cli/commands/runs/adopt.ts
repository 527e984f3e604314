import { MADE_BY } from '../../../discrepancies/describe-discrepancy.ts';
import { ledgerLocation } from '../../../engine/context/ledger-location.ts';
import {
  type AdoptedOfMerchant,
  adoptBatches,
  declareOther,
  exitCodeOf,
  listUnknownBatches,
  requireUnknown,
  type UnknownOfMerchant,
} from '../../../engine/review/adopt.ts';
import { EXIT } from '../../../errors.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { withAppContext } from '../../with-app-context.ts';

/**
 * Reviews batches at the payout service that the ledger does not know: adopts them, or names the installation that made
 * them.
 */
export function adopt({ options, terminal, signal }: Invocation): Promise<number> {
  const decides = options.dryRun !== true;
  const merchant = textOf(options, 'merchant');
  const installation = textOf(options, 'installation');
  return withAppContext(terminal, async (appContext, bar) => {
    const acting = () => actingUser(appContext, 'adopt', { options, terminal });
    // Check the permission before the first call to the service.
    const known = decides && options.yes ? await acting() : null;
    const ledger = ledgerLocation(appContext.config);
    const found = await listUnknownBatches(appContext, merchant === undefined ? undefined : [merchant], signal);
    bar.end();
    if (installation !== undefined) requireUnknown(found);
    terminal.note(`Ledger: ${ledger}`);
    for (const line of showFound(found)) terminal.note(line);
    if (decides && found.length > 0 && !options.yes && !terminal.interactive) throw usageError('no_terminal_to_adopt');
    const question =
      installation === undefined
        ? 'Adopt them into this ledger as history, so that nobody is paid twice?'
        : `Note that "${installation}" made them and pays other people than this ledger?`;
    const yes = decides && found.length > 0 && (options.yes === true || (await terminal.ask(question, signal)));
    if (!yes) {
      terminal.document({ ledger, unknown: found, adopted: [] });
      terminal.print(
        found.length === 0 ? 'The ledger knows every batch of Payrun at the service.' : 'Nothing was changed.',
      );
      return found.length === 0 ? EXIT.done : EXIT.waits;
    }
    const by = known ?? (await acting());
    if (installation !== undefined) {
      const { newIdentity } = await declareOther(appContext, found, installation, by);
      terminal.document({ ledger, unknown: found, adopted: [], installation, newIdentity });
      terminal.print(`From now on batches of "${installation}" do not keep this ledger from paying.`);
      if (newIdentity)
        terminal.print(`Both had one identity, because one is a copy of the other: this ledger is ${newIdentity} now.`);
      terminal.print('Go on with `payrun resume`.');
      return EXIT.done;
    }
    const adopted = await adoptBatches(appContext, found, by, signal);
    terminal.document({ ledger, unknown: found, adopted });
    for (const one of adopted) terminal.print(showAdopted(one));
    terminal.print('Go on with `payrun resume`: it follows what is on its way, and pays what is left to be paid.');
    return exitCodeOf(adopted);
  });
}

function showFound(found: readonly UnknownOfMerchant[]): readonly string[] {
  return found.flatMap(({ merchant, batches }) => [
    `Merchant ${merchant}: the service has ${pluralize(batches.length, 'batch', 'batches')} that this ledger does not know:`,
    ...batches.map(({ id, status, origin, totalPayments, currency, createdAt }) => {
      const payments = totalPayments === null ? '' : `, ${pluralize(totalPayments, 'payment')}`;
      return `  ${id} (${status})${payments}, ${currency ?? 'no currency'}, ${createdAt?.slice(0, 10) ?? 'no date'}: ${MADE_BY[origin]}`;
    }),
  ]);
}

function showAdopted({ batch, run, payments, held, twice, left }: AdoptedOfMerchant): string {
  if (run === null) return `${batch}: it holds no payments.`;
  return [
    `${batch}: ${pluralize(payments, 'payment')} read into run ${run}.`,
    ...(held > 0 ? [`${pluralize(held, 'row')} of this ledger ${held === 1 ? 'is' : 'are'} held because of it.`] : []),
    ...(twice > 0
      ? [
          `${pluralize(twice, 'payment')} may have been paid twice: compare \`payrun payments --run ${run}\` with the service.`,
        ]
      : []),
    ...(left > 0
      ? [`${pluralize(left, 'payment')} of it ${left === 1 ? 'is' : 'are'} of no ledger and left at the service.`]
      : []),
  ].join(' ');
}
