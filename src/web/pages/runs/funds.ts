import { MASKED_FUNDING } from '../../../engine/merchants/masked-funding.ts';
import { readFunding } from '../../../engine/merchants/read-merchant.ts';
import { refreshBalances } from '../../../engine/merchants/refresh-balances.ts';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { requeueIfFunded } from '../../../engine/queue/requeue-funded-runs.ts';
import { readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseRunId } from '../../../ledger/merchants/scope.ts';
import {
  type CurrentShortfall,
  currentShortfalls,
  type OtherDebit,
  otherDebitsAwaitingFunds,
  type Shortfall,
} from '../../../ledger/runs/shortfalls.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { fundingFacts } from '../../../lists/facts/funding-facts.ts';
import { missingAmount, shortfalls } from '../../../lists/tables/run-tables.ts';
import { missingForAll } from '../../../outcomes/waiting-sums.ts';
import { hasRole, seesMerchant } from '../../../permissions/access.ts';
import type { RunStatus } from '../../../states.ts';
import { amount } from '../../components/amount.ts';
import { actButton } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWithNotice, pathWithRefusal } from '../../components/notice-in-url.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable, objectFacts } from '../../lists/list-table.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { isServiceUnavailable, post, SERVICE_UNAVAILABLE } from '../route.ts';

/** Maximum time to wait for the rate limit. */
const LONGEST_MS = 20_000;

/**
 * Each with an API call. `POST /runs/:run/retry`: reads the balance, and continues a run without funds at once;
 * its page says what was seen. `POST /balances`: loads the balances of a merchant, continues runs that await them, and
 * leads back to `run` or the home page. `POST /funding`: shows the funding accounts of a merchant.
 */
export function funds(deps: PageDeps): Feature {
  const { appContext } = deps;
  return (app) => {
    post(app, deps, '/runs/:run/retry', 'maker', async (context, view) => {
      const { currentUser } = view;
      const found = await selectRun(appContext.ledger.db, currentUser.merchants, parseRunId(context.req.param('run')));
      if (!found) return null;
      const { id, merchant } = found;
      const asked = { merchant, by: currentUser.name, signal: AbortSignal.timeout(LONGEST_MS) };
      const balance = await refreshBalances(appContext, asked).then(
        () => READ,
        (error: unknown) => {
          appContext.log.warn({ merchant, code: (error as { code?: unknown }).code }, 'the balance could not be read');
          return UNREAD;
        },
      );
      await enqueue(appContext, { kind: 'run', run: String(id) });
      return context.redirect(`${pathWithNotice(view, runPath(id), balance)}#funds`, 303);
    });
    post(app, deps, '/balances', 'maker', async (context, view) => {
      const { currentUser } = view;
      const { merchant, run } = await readForm(context);
      if (typeof merchant !== 'string' || !seesMerchant(currentUser, merchant)) return null;
      const shownOn = typeof run === 'string' ? parseRunId(run) : null;
      const path = shownOn === null ? '/' : runPath(shownOn);
      try {
        await requeueIfFunded(appContext, { merchant, by: currentUser.name, signal: AbortSignal.timeout(LONGEST_MS) });
      } catch (error) {
        if (!isServiceUnavailable(error)) throw error;
        return context.redirect(pathWithRefusal(view, path, SERVICE_UNAVAILABLE), 303);
      }
      return context.redirect(path, 303);
    });
    post(app, deps, '/funding', 'maker', async (context, view) => {
      const { merchant, currencies, run } = await readForm(context);
      if (typeof merchant !== 'string' || !seesMerchant(view.currentUser, merchant)) return null;
      const asked = { merchant, signal: AbortSignal.timeout(LONGEST_MS), whole: true };
      const found = await readFunding(appContext, asked).catch((error: unknown) => {
        if (parseRunId(run) === null || !isServiceUnavailable(error)) throw error;
        return null;
      });
      if (found === null)
        return context.redirect(pathWithRefusal(view, runPath(String(run)), SERVICE_UNAVAILABLE), 303);
      const missing = typeof currencies === 'string' ? currencies.split(',') : [];
      const seen = await selectRun(appContext.ledger.db, view.currentUser.merchants, parseRunId(run));
      const short = seen?.merchant === merchant ? await currentShortfalls(appContext.ledger.db, [seen.id]) : [];
      return context.html(fundingPage(view, { merchant, found, missing, short, run: parseRunId(run) }));
    });
  };
}

const hasMasked = (account: Readonly<Record<string, string>>): boolean =>
  Object.values(account).some((value) => value.includes('**'));

interface FundingShown {
  readonly merchant: string;
  readonly found: readonly Readonly<Record<string, string>>[];
  /** The currencies that a run lacks, and the run. */
  readonly missing: readonly string[];
  readonly short: readonly CurrentShortfall[];
  readonly run: bigint | null;
}

/** The funding accounts of the missing currencies; the others behind a line. */
function fundingPage(view: View, { merchant, found, missing, short, run }: FundingShown): Markup {
  const needed = found.filter(({ accountCurrency = '' }) => missing.includes(accountCurrency));
  const [first, others] =
    needed.length === 0 ? [found, []] : [needed, found.filter((account) => !needed.includes(account))];
  const cards = (accounts: typeof found) =>
    accounts.map(
      (account) =>
        html`<section class="card"><h2>${account.accountCurrency ?? 'Any currency'}</h2>${objectFacts(view, fundingFacts(account, short))}</section>`,
    );
  return layout(view, {
    title: `Add funds for ${merchant}`,
    ...(run === null ? {} : { about: html`<a href="${runPath(run)}">Back to run ${run}</a>` }),
    main: html`${
      found.length === 0
        ? empty('The payout service has no funding account for this merchant yet.', 'Ask the payout service for one.')
        : html`<p>Transfer the shortfall to the account for its currency. Without the payment reference, it is not credited to the balance.${found.some(hasMasked) ? ` ${MASKED_FUNDING}` : ''}</p>
${cards(first)}
${others.length === 0 ? '' : html`<details><summary>Accounts for other currencies</summary>${cards(others)}</details>`}`
    }`,
  });
}

/** Whether the payout service returned the balance that the reader asked for. */
const READ = 'Balance checked.';
const UNREAD = 'The payout service did not return the balance.';
export const isBalanceNotice = (notice: string | undefined): boolean => notice === READ || notice === UNREAD;

const GOES_ON: readonly RunStatus[] = ['preparing', 'scheduled', 'approved', 'processing'];

/**
 * The shortfall of a run with insufficient funds, the next steps, and the button that leads to the accounts to fund;
 * empty for any other run. After a balance check, it shows the result.
 */
export async function fundsPart(
  view: View,
  { appContext: { ledger } }: Pick<PageDeps, 'appContext'>,
  { id, merchant, status }: Pick<RunView, 'id' | 'merchant' | 'status'>,
): Promise<{ readonly shortfall: Markup | ''; readonly add: Markup | '' }> {
  if (status !== 'insufficient_funds') {
    const goesOn = view.notice === READ && GOES_ON.includes(status);
    const shortfall = html`<p class="notice" id="funds" role="status">${READ} Payments resume.</p>`;
    return { shortfall: goesOn ? shortfall : '', add: '' };
  }
  const short = await currentShortfalls(ledger.db, [id]);
  if (short.length === 0) return { shortfall: html`<div id="funds"></div>`, add: '' };
  const still = short.filter(({ isShort }) => isShort);
  const maker = hasRole(view.currentUser.role, 'maker');
  const others = await otherDebitsAwaitingFunds(ledger.db, [id]);
  const currencies = short.map(({ currency }) => currency).join(',');
  const add = maker
    ? actButton(view, {
        action: '/funding',
        button: 'Add funds',
        tone: 'main',
        hidden: { merchant, currencies, run: String(id) },
      })
    : '';
  const shortfall = html`<section class="notice wait" aria-labelledby="funds"><h2 id="funds">${
    still.length === 0
      ? 'The balance covers the payments'
      : html`Insufficient funds: ${still.map((one, i) => html`${i ? ', ' : ''}${missingText(view, one)}`)}`
  }</h2>
${seenPart(view, short)}
<p>${still.length === 0 ? 'They resume automatically.' : `${maker ? 'Add funds. ' : ''}The balance is checked every minute, and payments resume automatically once funded.`}</p>
${still.map((one) => othersPart(view, one, others))}
${listTable(view, shortfalls, short)}
${maker ? actButton(view, { action: `${runPath(id)}/retry`, button: 'Check balance' }) : ''}</section>`;
  return { shortfall, add };
}

/** Other runs awaiting funds from the same balance: the shortfall of this run does not fund them too. */
function othersPart(view: View, { currency, missing }: Shortfall, others: readonly OtherDebit[]): Markup | '' {
  const other = others.find((one) => one.currency === currency);
  if (!other) return '';
  const all = missingForAll(missing, other.debit);
  const runs = other.runs.map((run, i) => html`${i ? ', ' : ''}<a href="${runPath(run)}">run ${run}</a>`);
  return html`<p>Also waiting for this balance: ${runs}, with ${amount(view, { currency, minor: other.debit })}.${
    all === null ? '' : html` To pay all of them, the balance is ${amount(view, { currency, minor: all })} short.`
  }</p>`;
}

/** The result of "Check balance", by currency. */
function seenPart(view: View, short: readonly CurrentShortfall[]): Markup | '' {
  if (view.notice === UNREAD) return html`<p role="status"><strong>${UNREAD}</strong> Try again in a minute.</p>`;
  if (view.notice !== READ) return '';
  return html`<p role="status"><strong>${READ}</strong> ${short.map((one) => {
    const { currency, balance, missing, at } = one;
    if (balance === null) return html`The payout service shows no balance in ${currency}. `;
    const is = html`${amount(view, { currency, minor: balance })}, ${moment(view, at)}`;
    if (!one.isShort) return html`${is}: enough. `;
    if (missing === 0n) return html`${is}: not enough according to the payout service; Payrun keeps checking. `;
    return html`${is}: still ${missingText(view, one)} short. `;
  })}</p>`;
}

const missingText = (view: View, short: Shortfall) => valueMarkup(view, missingAmount(short));
