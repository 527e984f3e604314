import { MASKED_FUNDING } from '../../../engine/merchants/masked-funding.ts';
import { readFunding } from '../../../engine/merchants/read-merchant.ts';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { seesMerchant } from '../../../engine/users/access.ts';
import { balancesOf } from '../../../ledger/merchants/balances.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type Shortfall, shortfallsOf } from '../../../ledger/runs/shortfalls.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { readForm } from '../../bodies/read-form.ts';
import { amount } from '../../components/amount.ts';
import { actButton } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { moment } from '../../components/moment.ts';
import { runPath } from '../../components/paths.ts';
import { empty, facts, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { post } from '../route.ts';

/** Maximum time to wait for the rate limit. */
const LONGEST_MS = 20_000;

/**
 * `POST /runs/:run/retry`: continues a run with insufficient funds at once. `POST /funding`: loads a merchant's funding
 * accounts with an API call and shows them.
 */
export function funds(deps: PageDeps): Feature {
  const { appContext } = deps;
  return (app) => {
    post(
      app,
      deps,
      '/runs/:run/retry',
      async (context, { visitor }) => {
        const found = await selectRun(appContext.ledger.db, visitor.merchants, runIdOf(context.req.param('run')));
        if (!found) return null;
        await enqueue(appContext, { kind: 'run', run: String(found.id) });
        return context.redirect(runPath(found.id), 303);
      },
      'maker',
    );
    post(
      app,
      deps,
      '/funding',
      async (context, view) => {
        const { merchant, currencies } = await readForm(context);
        if (typeof merchant !== 'string' || !seesMerchant(view.visitor, merchant)) return null;
        const found = await readFunding(appContext, { merchant, signal: AbortSignal.timeout(LONGEST_MS), whole: true });
        const missing = typeof currencies === 'string' ? currencies.split(',') : [];
        return context.html(fundingPage(view, merchant, found, missing));
      },
      'maker',
    );
  };
}

/** Labels of the fields of a funding account, in the order in which banks ask for them. */
const FIELDS: readonly (readonly [field: string, title: string])[] = [
  ['referenceMemo', 'Payment reference'],
  ['accountName', 'Account holder'],
  ['accountNum', 'Account number'],
  ['iban', 'IBAN'],
  ['routingNumber', 'Routing number'],
  ['swiftBic', 'BIC'],
  ['institution', 'Institution'],
  ['bankName', 'Bank'],
  ['bankAddress', 'Bank address'],
  ['bankCity', 'Bank city'],
  ['bankPostalCode', 'Bank postal code'],
  ['bankRegion', 'Bank region'],
  ['bankCountry', 'Bank country'],
  ['accountAddress', 'Holder address'],
  ['accountCity', 'Holder city'],
  ['accountPostalCode', 'Holder postal code'],
  ['accountRegion', 'Holder region'],
  ['accountCountryCode', 'Holder country'],
];

const hasMasked = (account: Readonly<Record<string, string>>): boolean =>
  Object.values(account).some((value) => value.includes('**'));

/** The funding accounts, those of the missing currencies first. */
function fundingPage(
  view: View,
  merchant: string,
  found: readonly Readonly<Record<string, string>>[],
  missing: readonly string[],
): Markup {
  const isMissing = ({ accountCurrency = '' }: (typeof found)[number]) => missing.includes(accountCurrency);
  const accounts = [...found.filter(isMissing), ...found.filter((one) => !isMissing(one))];
  return layout(view, {
    title: `Add funds for ${merchant}`,
    main: html`${
      accounts.length === 0
        ? empty('The payout service has no funding account for this merchant yet.', 'Ask the payout service for one.')
        : html`<p>Transfer money to the account of the currency that is missing. Without the payment reference it does not reach the balance.${accounts.some(hasMasked) ? ` ${MASKED_FUNDING}` : ''}</p>
${accounts.map(
  (account) =>
    html`<section class="card"><h2>${account.accountCurrency ?? 'Any currency'}</h2>${facts(
      FIELDS.map(([field, title]) => [title, account[field] ?? null]),
    )}</section>`,
)}`
    }`,
  });
}

/** The shortfall of a run with insufficient funds, and the next steps; empty for any other run. */
export async function fundsPart(
  view: View,
  { appContext: { ledger } }: Pick<PageDeps, 'appContext'>,
  { id, merchant, state }: { readonly id: bigint; readonly merchant: string; readonly state: string },
): Promise<Markup | ''> {
  if (state !== 'waiting_funds') return '';
  const short = await shortfallsOf(ledger.db, [id]);
  if (short.length === 0) return html`<div id="funds"></div>`;
  const balances = await balancesOf(ledger.db, merchant);
  const maker = view.visitor.role !== 'viewer';
  return html`<section class="notice wait" aria-labelledby="funds"><h2 id="funds">Insufficient funds: ${short.map(
    (one, i) => html`${i ? ', ' : ''}${missingText(view, one)}`,
  )}</h2>
<p>Add funds. The balance is checked every minute, and the payments go on automatically when it covers them.</p>
${table<Shortfall>(
  'Shortfall',
  [
    { title: 'Currency', names: true, cell: ({ currency }) => currency },
    { title: 'Total debit', align: 'right', cell: ({ debit, currency }) => amount(view, { currency, minor: debit }) },
    {
      title: 'Balance',
      align: 'right',
      cell: ({ currency }) => {
        const balance = balances.get(currency);
        return balance
          ? html`${amount(view, { currency, minor: balance.minor })}<br><span class="quiet">${moment(view, balance.at)}</span>`
          : 'not loaded';
      },
    },
    { title: 'Missing', align: 'right', cell: (one) => missingText(view, one) },
  ],
  short,
  undefined,
  { stacks: true },
)}
${
  maker
    ? html`<div class="deeds">${actButton(view, { action: `${runPath(id)}/retry`, button: 'Check balance', tone: 'main' })}
${actButton(view, { action: '/funding', button: 'Show how to add funds', hidden: { merchant, currencies: short.map(({ currency }) => currency).join(',') } })}</div>`
    : ''
}</section>`;
}

const missingText = (view: View, { currency, missing }: Shortfall) =>
  missing > 0n ? amount(view, { currency, minor: missing }) : `${currency}, as the payout service says`;
