import type { Context } from 'hono';
import { withPlainAmounts } from '../../../engine/review/correct-rows.ts';
import { checkOnePayment, getRecipientCells } from '../../../engine/review/one-payment.ts';
import { answerOnce } from '../../../engine/runs/answer-once.ts';
import { contentHash } from '../../../engine/runs/content-hash.ts';
import { createSheetRun } from '../../../engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import { createRowsSheet } from '../../../engine/runs/sheet-of-rows.ts';
import { isMistake } from '../../../errors.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import { plainFileName } from '../../../http/bodies/receive-upload.ts';
import type { Feature } from '../../../http/feature.ts';
import { requirePayDate } from '../../../intake/pay-day.ts';
import {
  AMOUNT_FIELDS,
  getPaymentFields,
  MORE_AMOUNT_FIELDS,
  type NewRecipient,
  type PaymentField,
  payableCountries,
  recipientFields,
} from '../../../intake/payment-form.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { type RecipientView, selectRecipient } from '../../../ledger/views/recipient-view.ts';
import { seesSeveralMerchants } from '../../../ledger/views/run-list.ts';
import { recipientList, recipientName } from '../../../lists/recipients.ts';
import type { Cells } from '../../../model.ts';
import { columnTitle } from '../../../references/column-label.ts';
import { countryTitle, countryWord } from '../../../references/country-word.ts';
import { accountTitle, withShownAccounts } from '../../../references/shown-account.ts';
import { choice, csrfField, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/paths.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { getActor } from '../../session/get-actor.ts';
import { listFeature } from '../list-page.ts';
import { get, post } from '../route.ts';
import { merchantsToPayFrom } from './merchants-to-pay-from.ts';
import { pathAfterReading } from './run-columns.ts';

const PATH = '/upload/one';
const FORM_PATH = `${PATH}/form`;
const RECIPIENTS = { ...recipientList, perPage: 10 };

/**
 * `GET /upload/one`: who is paid, by a search or as a new recipient. `GET /upload/one/form`: the columns that this
 * takes. `POST` makes a run of a sheet with one row, which is checked, submitted and approved like any other. A form
 * makes one run, however often it is sent.
 */
export function payOne(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db, vault } = appContext.ledger;
  const recipients = listFeature(deps, RECIPIENTS, { path: PATH, csv: recipientList.path! });
  return (app) => {
    recipients.add(app);
    get(app, deps, PATH, 'maker', (context, view) => choosePage(context, view));
    get(app, deps, FORM_PATH, 'maker', async (context, view) => {
      const asked: Form = context.req.query();
      const payee = await payeeOf(view, asked);
      if (payee !== null || asked.recipient !== undefined) return payee && formPage(view, payee);
      return choosePage(context, view, asked);
    });
    post(app, deps, FORM_PATH, 'maker', pay);
  };

  async function payeeOf({ currentUser }: View, form: Form): Promise<Payee | null> {
    if (form.recipient !== undefined) {
      const known = await selectRecipient(db, currentUser.merchants, parseUuid(form.recipient));
      return (
        known && {
          merchant: known.merchant,
          several: await seesSeveralMerchants(db, currentUser.merchants),
          known,
          cells: await getRecipientCells(appContext, known.id),
        }
      );
    }
    const [merchants, { rules }] = await Promise.all([merchantsToPayFrom(appContext, currentUser), appContext.rules()]);
    const merchant = merchants.find((one) => one === form.merchant);
    const country = payableCountries(rules.enabledCountries).find((one) => one === form.country);
    const [type] = TYPE_CHOICES.find(([one]) => one === form.type) ?? [];
    const [payoutMethod] = METHOD_CHOICES.find(([one]) => one === form.payoutMethod) ?? [];
    if (merchant === undefined || country === undefined || !type || !payoutMethod) return null;
    return { merchant, several: merchants.length > 1, added: { type, country, payoutMethod } };
  }

  /** `chosen`: what was chosen of a new recipient, without a country. */
  async function choosePage(
    context: Context,
    view: View,
    chosen: Form | null = null,
  ): Promise<Markup | Response | null> {
    const [shown, merchants, { rules }] = await Promise.all([
      recipients.read(context, view),
      merchantsToPayFrom(appContext, view.currentUser),
      appContext.rules(),
    ]);
    if (shown === null || shown instanceof Response) return shown;
    return layout(view, {
      title: 'Pay one recipient',
      about: ABOUT,
      main: html`<section aria-labelledby="known"><h2 id="known">Existing recipient</h2>
${recipients.part(
  view,
  { ...shown, path: PATH },
  {
    without: ['lastStatus', 'changed'],
    last: {
      title: 'Pay',
      bare: true,
      compact: 'line',
      cell: (one) =>
        html`<a class="button" href="${pathWith(FORM_PATH, { recipient: one.id })}" aria-label="Pay ${recipientName(one)}">Pay</a>`,
    },
  },
)}</section>
<section aria-labelledby="new"><h2 id="new">New recipient</h2>
<form class="card" method="get" action="${FORM_PATH}"><div class="cards">${
        merchants.length === 1
          ? html`<input type="hidden" name="merchant" value="${merchants[0]}">`
          : choice('merchant', 'Merchant', pairs(merchants), chosen?.merchant ?? appContext.defaultMerchant)
      }${choice('type', 'Person or business', TYPE_CHOICES, chosen?.type ?? 'individual')}
${choice('payoutMethod', 'Payout method', METHOD_CHOICES, chosen?.payoutMethod ?? 'bank-transfer')}
${choice('country', 'Account country', byTitle(payableCountries(rules.enabledCountries)), '', chosen ? { error: 'Choose a country.' } : {})}</div>
<div class="actions"><button class="main">Continue</button></div></form></section>`,
    });
  }

  function formPage(
    view: View,
    payee: Payee,
    { typed = usualCells(payee), errors = new Map(), refusal }: Refused = {},
  ): Markup {
    const { known, added } = payee;
    const shown = new Set([...fieldsOfPayee(payee), ...PAY_ON].map(({ name }) => name));
    // The error of a cell that is not on this form.
    const others = [...errors].filter(([column]) => !shown.has(column)).map(([, sentence]) => sentence);
    const shownCells: Cells = { ...(added ? { country: added.country } : {}), ...typed };
    const input = (one: PaymentField) => fieldOf(one, shownCells[one.name], errors.get(one.name));
    const who = known
      ? { recipient: known.id }
      : { merchant: payee.merchant, type: added.type, payoutMethod: added.payoutMethod, accountCountry: added.country };
    const details = (title: string, fields: readonly PaymentField[]) =>
      html`<details${fields.some(({ name }) => typed[name] || errors.has(name)) ? html` open` : ''}><summary>${title}</summary><div class="cards">${fields.map(input)}</div></details>`;
    const isPayable = !known || payee.cells !== null;
    return layout(view, {
      title: 'Pay one recipient',
      heading: known ? `Pay ${recipientName(known)}` : `Pay a new ${added.type === 'business' ? 'business' : 'person'}`,
      about: html`${known ? html`${accountTitle(known.account) || 'To the account on file'}` : html`${added.payoutMethod === 'paypal' ? 'By PayPal' : `Account country: ${countryWord(added.country)}`}`}.${payee.several ? ` Paying merchant: ${payee.merchant}.` : ''} <a href="${PATH}">Choose someone else</a>.`,
      refusal: refusal ?? (others.length > 0 ? others.join(' ') : view.refusal),
      main: isPayable
        ? html`<form class="card entry" method="post" action="${FORM_PATH}" autocomplete="off">${csrfField(view)}
<input type="hidden" name="key" value="${appContext.ids()}">${Object.entries(who).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${added ? html`<h2>Payment</h2>` : ''}<div class="cards">${[...AMOUNT_FIELDS, ...PAY_ON].map(input)}</div>
${details('More about the payment', MORE_AMOUNT_FIELDS)}
${added ? html`<h2>Recipient</h2><div class="cards">${recipientFields(added).needed.map(input)}</div>${details('More about the recipient', recipientFields(added).more)}` : ''}
<div class="actions"><button class="main">Check payment</button></div></form>`
        : empty(
            'Payrun does not have the current details of this recipient.',
            html`<a href="${PATH}">Enter them as a new recipient</a>.`,
          ),
    });
  }

  async function pay(context: Context, view: View): Promise<Response | Markup | null> {
    const { accountCountry, ...form } = await readForm(context);
    // The country of the recipient is a field of its own.
    const payee = await payeeOf(view, { ...form, country: accountCountry });
    const key = parseUuid(form.key);
    if (payee === null || key === null || (payee.known && payee.cells === null)) return null;
    const names = [...fieldsOfPayee(payee), ...PAY_ON].map(({ name }) => name);
    const typed = Object.fromEntries(names.flatMap((name) => (form[name]?.trim() ? [[name, form[name].trim()]] : [])));
    const { payOn, ...cells } = { ...cellsOf(payee), ...withPlainAmounts(typed) };
    const refuse = (refused: Refused, status: 409 | 422 = 422) =>
      context.html(formPage(view, payee, { typed, ...refused }), status);

    const errors = await errorsOf(payee.merchant, cells, payOn);
    if (errors.size > 0) return refuse({ errors });
    const { merchant } = payee;
    const hash = await contentHash(vault, null, { merchant, cells, payOn: payOn ?? null });
    try {
      const done = await answerOnce<{ readonly run: string }>(
        appContext,
        { name: view.currentUser.name, key, hash, status: 201 },
        async (keep) => {
          const run = await createSheetRun(appContext, {
            file: createRowsSheet(plainFileName(`Payment ${cells.paymentReference ?? ''}`.trim().concat('.csv')), [
              cells,
            ]),
            ...{ merchant, onlyMerchant: true, maker: getActor(context), payOn, decimal: 'point' },
            ...{ dryRun: false, confirmed: false, ask: true },
            within: (tx, id) => keep(tx, { run: String(id) }),
          });
          await readUploadedSheet(appContext, run);
          return { run: String(run) };
        },
      );
      if (!('answer' in done)) return refuse({ refusal: done.kind === 'other' ? SENT_BEFORE : IN_PROGRESS }, 409);
      return context.redirect(await pathAfterReading(deps, view.currentUser, BigInt(done.answer.run)), 303);
    } catch (error) {
      if (!isMistake(error)) throw error;
      return refuse({ refusal: error.onPage });
    }
  }

  /** The errors, as a sentence for each column; '' for the payment as a whole. */
  async function errorsOf(merchant: string, cells: Cells, payOn: string | undefined): Promise<Map<string, string>> {
    const problems = (await checkOnePayment(appContext, merchant, cells)).filter(
      ({ severity }) => severity === 'error',
    );
    const errors = new Map<string, string>();
    const add = (column: string, sentence: string) =>
      errors.set(column, [errors.get(column) ?? [], sentence].flat().join(' '));
    for (const { column, message } of problems) add(column ?? '', withShownAccounts(message));
    try {
      if (payOn !== undefined) requirePayDate(appContext, payOn);
    } catch (error) {
      if (!isMistake(error)) throw error;
      add('payOn', error.onPage);
    }
    return errors;
  }
}

/** The recipient: one of the ledger with the cells that name them, or a new one. */
type Payee = { readonly merchant: string; readonly several: boolean } & (
  | { readonly known: RecipientView; readonly cells: Cells | null; readonly added?: undefined }
  | { readonly added: NewRecipient; readonly known?: undefined }
);

/** The reason for showing a form again, with its input. */
interface Refused {
  readonly typed?: Cells;
  readonly errors?: ReadonlyMap<string, string>;
  readonly refusal?: string;
}

const TYPE_CHOICES = [
  ['individual', 'A person'],
  ['business', 'A business'],
] as const;
const METHOD_CHOICES = [
  ['bank-transfer', 'Bank transfer'],
  ['paypal', 'PayPal'],
] as const;
const PAY_ON = getPaymentFields(['payOn'], ['payOn']).map((one) => ({
  ...one,
  hint: 'Leave blank to pay once approved',
}));
const IN_PROGRESS = 'This payment is being created. It appears under Runs in a moment.';
const SENT_BEFORE =
  'You already created a payment with this form and have changed it since. The first payment is under Runs. To create a second one, review the form and choose “Check payment”.';
const ABOUT = html`One payment, checked, submitted and approved like a file. <a href="/upload">Pay from a file</a> instead.`;

const fieldsOfPayee = ({ added }: Payee): readonly PaymentField[] => [
  ...AMOUNT_FIELDS,
  ...MORE_AMOUNT_FIELDS,
  ...(added ? Object.values(recipientFields(added)).flat() : []),
];

function cellsOf(payee: Payee): Cells {
  if (payee.known) return payee.cells ?? {};
  const { type, payoutMethod, country } = payee.added;
  return { type, payoutMethod, ...(payoutMethod === 'paypal' ? {} : { accountCountry: country }) };
}

/** The initial values of a form for someone who was paid before. */
const usualCells = ({ known }: Payee): Cells =>
  known?.last_source_currency ? { currency: known.last_source_currency } : {};

const currencies = new Intl.DisplayNames(['en'], { type: 'currency' });

const pairs = (words: readonly string[]) => words.map((word) => [word, word] as const);

const byTitle = (countries: readonly string[]) => [
  ['', 'Choose'] as const,
  ...countries.map((code) => [code, countryTitle(code)] as const).sort(([, a], [, b]) => a.localeCompare(b, 'en')),
];

function fieldOf({ name, label, hint, kind, choices }: PaymentField, value = '', error?: string): Markup {
  if (choices.length > 0) {
    const options =
      kind === 'country'
        ? byTitle(choices)
        : [
            ['', 'Choose'] as const,
            ...choices.map(
              (code) =>
                [
                  code,
                  kind === 'currency' ? `${code}, ${currencies.of(code)}` : columnTitle(code).replaceAll('_', ' '),
                ] as const,
            ),
          ];
    return choice(name, label, options, value, { hint, error });
  }
  const type = kind === 'date' || kind === 'email' ? kind : 'text';
  return field({ name, label, hint, type, value, error, ...(kind === 'amount' ? { keyboard: 'decimal' } : {}) });
}
