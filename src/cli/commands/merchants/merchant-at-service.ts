import type { AppContext } from '../../../engine/context/app-context.ts';
import { MASKED_FUNDING } from '../../../engine/merchants/masked-funding.ts';
import {
  readFunding,
  readMerchant,
  readMerchantFees,
  readPayoutMethods,
} from '../../../engine/merchants/read-merchant.ts';
import {
  fundingAccount,
  merchantBalances,
  merchantFees,
  merchantWebhooks,
  payoutMethods,
} from '../../../lists/tables/merchant-tables.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Answer, type Command, type Options, optionText } from '../../command.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { rowsAsTable } from '../../terminal/table.ts';
import { withAppContextToRead } from '../../with-app-context.ts';

type Read = (
  appContext: AppContext,
  asked: { readonly merchant: string; readonly signal: AbortSignal },
  options: Options,
) => Promise<Answer>;

/** A command that shows what the payout service has of a merchant. */
const showing =
  (read: Read): Command =>
  ({ args: [merchant = ''], options, terminal, signal }) =>
    withAppContextToRead(terminal, async (appContext) => {
      const { document, lines } = await read(appContext, { merchant, signal }, options);
      return { document, lines: [...(await bannerLines(appContext)), ...lines] };
    });

/** A merchant as the payout service shows it: balances, payout methods, webhooks. */
export const merchantsShow = showing(async (appContext, asked) => {
  const document = await readMerchant(appContext, asked);
  const { merchant, kind, environment, country, balances, payoutMethods: methods, webhooks } = document;
  const tables =
    balances && methods && webhooks
      ? [
          rowsAsTable(merchantBalances, balances),
          rowsAsTable(payoutMethods, methods),
          webhooks.length === 0 ? merchantWebhooks.empty.what : rowsAsTable(merchantWebhooks, webhooks),
        ].flatMap((table) => ['', table])
      : ['The keys of a platform only create sub-merchants, so there is nothing more to show.'];
  return { document, lines: [`${merchant}: keys of a ${kind}, ${environment}, ${country}.`, ...tables] };
});

/** The accounts that fund a merchant's balances, with the memo for each transfer. */
export const merchantsFunding = showing(async (appContext, { merchant, signal }) => {
  const funding = await readFunding(appContext, { merchant, signal, whole: true });
  const accounts = funding.flatMap(({ accountCurrency, referenceMemo, ...rest }) => [
    `\n${accountCurrency ?? 'Any currency'}: put ${referenceMemo ?? '(no memo)'} in the memo.`,
    rowsAsTable(fundingAccount, Object.entries(rest)),
  ]);
  return {
    document: { merchant, funding },
    lines: [
      ...(funding.length === 0 ? [`The service has no funding account for ${merchant} yet.`] : accounts),
      ...(JSON.stringify(funding).includes('**') ? [`\n${MASKED_FUNDING}`] : []),
    ],
  };
});

/** A merchant's payout methods, as the payout service shows them. */
export const merchantsPayoutMethods = showing(async (appContext, asked) => {
  const found = await readPayoutMethods(appContext, asked);
  return {
    document: { merchant: asked.merchant, payoutMethods: found },
    lines: [rowsAsTable(payoutMethods, found)],
  };
});

/** The fees of the payout service by route, and the part of them that the merchant covers. */
export const merchantsFees = showing(async (appContext, { merchant, signal }, options) => {
  const currency = optionText(options, 'currency');
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) throw usageError('currency_invalid');
  const fees = await readMerchantFees(appContext, { merchant, signal, currency });
  const none = `${merchant} has no fees${currency ? ` in ${currency}` : ''}.`;
  return { document: { merchant, fees }, lines: [fees.length === 0 ? none : rowsAsTable(merchantFees, fees)] };
});
