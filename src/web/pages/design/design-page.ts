import { OUTCOMES, type Outcome } from '../../../outcomes/run-outcome.ts';
import { PAYMENT_STATUS } from '../../../outcomes/status-words.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import type { PaymentState } from '../../../states.ts';
import { amount, amountText, exchangeRate, figure } from '../../components/amount.ts';
import { badge, outcomeBadge } from '../../components/badge.ts';
import { actButton, checkbox, choice, confirmButton, field, searchField } from '../../components/form.ts';
import { ICON_NAMES, icon, tile } from '../../components/icon.ts';
import { layout } from '../../components/layout.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { pager } from '../../components/pager.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import { stepper } from '../../components/stepper.ts';
import { empty, facts, type PageColumn, table } from '../../components/table.ts';
import { tabs } from '../../components/tabs.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { isDevelopment } from '../../is-development.ts';
import { dayPlot, namePlot } from '../reports/plot.ts';
import { get } from '../route.ts';

/**
 * `GET /design`: every component in every state, to look at while working on the pages. Elsewhere it does not exist.
 */
export function designPage(deps: PageDeps): Feature {
  return (app) => {
    if (isDevelopment(deps.appContext)) get(app, deps, '/design', 'viewer', (_, view) => page(view));
  };
}

/** The components, in the order of `docs/design.md`. Nothing that is shown here is real. */
function page(view: View): Markup {
  return layout(view, {
    title: 'Design',
    about: 'Every component in every state. The people and payments are invented; the buttons change nothing.',
    actions: html`<a class="button main" href="/design">${icon('upload')}Filled action</a>`,
    notice: 'A notice of what the last action did.',
    main: html`${Object.entries(PARTS).map(
      ([title, part]) => html`<section><h2>${title}</h2>${part(view)}</section>`,
    )}`,
  });
}

const EUR = (minor: bigint) => ({ currency: 'EUR', minor });
const HOUR = 3_600_000;
const TONES = ['', 'good', 'wait', 'bad', 'busy', 'plain'] as const;

const NOTICE_WORDS = {
  '': 'Plain',
  good: 'Done',
  wait: 'Waits for somebody',
  bad: 'Refused',
  busy: '',
  plain: '',
} as const;

const PARTS: Readonly<Record<string, (view: View) => Markup>> = {
  Type: () =>
    html`<p class="sample-figure">Figure, 32 px</p><h1>Title, 20 px</h1><p>Text, 14 px, with <a href="/design">a link</a> and <strong>weight</strong>.</p><p class="quiet">Small, 12 px, quiet.</p><p class="code">REF-0001 in code</p>`,
  'Status of payments': () => row((Object.keys(PAYMENT_STATUS) as PaymentState[]).map(badge)),
  'Outcomes of runs': () => row((Object.keys(OUTCOMES) as Outcome[]).map(outcomeBadge)),
  'Money and numbers': (view) =>
    facts([
      ['Amount', amount(view, EUR(124_050n))],
      ['Large', amount(view, EUR(190_211_437n))],
      ['Negative', amount(view, EUR(-50n))],
      ['Without decimals', amount(view, { currency: 'JPY', minor: 120_000n })],
      ['Count', figure(view, 1_000_000)],
      ['Rate', exchangeRate(view, { from: 'USD', to: 'EUR', rate: '0.92' })],
    ]),
  'Time, account and reference': (view) =>
    facts([
      ['Relative', moment(view, new Date(view.now - 3 * HOUR))],
      ['Long ago', moment(view, new Date(view.now - 900 * HOUR))],
      ['Exact', exactMoment(view, new Date(view.now - HOUR))],
      ['Account', shownAccount('IBAN ***3000')],
      ['Reference', noWrap('INV-2041')],
      ['Person', html`Mia Berg <span class="quiet">maker</span>`],
    ]),
  Icons: () => html`<p>${ICON_NAMES.map((name) => html`${icon(name)} `)}</p>
<p class="actions">${TONES.map((tone) => tile('approve', tone))}</p>`,
  Notices: () =>
    html`${TONES.slice(0, 4).map(
      (tone) =>
        html`<p class="notice ${tone}"><strong>${NOTICE_WORDS[tone]}.</strong> What happened, why, and what to do next.</p>`,
    )}`,
  Buttons: (view) =>
    html`<div class="actions"><button type="button">Plain</button><button type="button" class="main">Filled</button><button type="button" class="danger">Dangerous</button><button type="button" disabled>At work</button><button type="button" class="link">Link</button><a class="button" href="/design">${icon('search')}With icon</a>${confirmButton(
      view,
      {
        action: '/design',
        button: 'Cancel payments',
        question: 'This cancels 3 payments, 3,720.00 EUR. It cannot be undone.',
        sure: 'Cancel 3 payments',
        tone: 'danger',
      },
    )}<details class="menu"><summary>Menu</summary><div><a href="/design">Results (Excel)</a><a href="/design">Payments (CSV)</a></div></details></div>`,
  'A dangerous action, opened': (view) =>
    html`<details class="confirm" open><summary>Cancel payments</summary><div><p>This cancels 3 payments, 3,720.00 EUR. It cannot be undone.</p>${actButton(
      view,
      {
        action: '/design',
        button: 'Cancel 3 payments',
        tone: 'danger',
        body: field({ name: 'because', label: 'Reason', hint: 'The audit log keeps it.' }),
      },
    )}</div></details>`,
  Fields: () => html`<div class="card">${field({ name: 'plain', label: 'Text', value: 'Ana Tremblay' })}${field({
    name: 'hinted',
    label: 'With a hint',
    hint: 'What it is for.',
  })}${field({ name: 'wrong', label: 'With an error', value: '1.240', error: 'Write it with two decimals: 1,240.00 or 1.24.' })}${choice(
    'chosen',
    'Choice',
    [
      ['', 'All'],
      ['one', 'One'],
    ],
    '',
  )}<p class="field"><label><input type="checkbox" checked> Checked</label></p>
<div data-drop>${icon('upload')}${field({ name: 'file', label: 'A file', type: 'file', hint: 'It can also be dropped here.' })}</div></div>`,
  Steps: () =>
    html`${[0, 2].map((here) => stepper('Steps', [{ title: 'File' }, { title: 'Columns' }, { title: 'Rows', path: '/design' }, { title: 'Submit' }], here))}`,
  Lists: (view) =>
    itemList([
      listItem({
        icon: 'approve',
        tone: 'wait',
        title: html`<a href="/design">Run 44 payouts.csv</a> ${outcomeBadge('awaiting_approval')}`,
        about: html`By mia, ${moment(view, new Date(view.now - HOUR))}`,
        sums: amount(view, EUR(3_588_350n)),
        action: html`<a class="button main" href="/design">Review</a>`,
      }),
      listItem({
        icon: 'hold',
        tone: 'bad',
        title: html`<a href="/design">A long name of a sheet that does not fit into one line of a phone.xlsx</a>`,
        about: 'Without an amount.',
        action: html`<a class="button" href="/design">View</a>`,
      }),
      listItem({ icon: 'wait', tone: 'plain', title: 'Without an action', about: 'Only to know.' }),
    ]),
  Tables: (view) => html`${filters(view)}${table('Few rows', columnsOf(view), ROWS, undefined, { stacks: true })}
${table<(typeof ROWS)[number]>('No rows', columnsOf(view), [], empty('There are no payments yet.', html`<a href="/upload">Upload a sheet</a>.`))}
${pager({ first: '/design', next: '/design' })}`,
  'Chosen rows': (view) =>
    html`<form data-chooses>${table(
      'Rows to choose',
      [
        {
          title: 'Choose',
          bare: true,
          cell: ({ name, minor }) =>
            checkbox({ name: 'one', label: `Choose ${name}`, checked: minor > 5n, sums: [EUR(minor)] }),
        },
        ...columnsOf(view),
      ],
      ROWS,
      undefined,
      { stacks: true },
    )}<div class="actions chosen"><button type="button">Release payments</button><p class="quiet" data-chosen role="status">Choose payments.</p></div></form>`,
  'Old and new': () =>
    html`<div class="diff" role="group" aria-label="Changed account"><div><span class="quiet">Last paid in May</span> <strong>${shownAccount('IBAN ***0312')}</strong> Germany</div><span aria-hidden="true">→</span><div class="now"><span class="quiet">Ana Tremblay now gets</span> <strong>${shownAccount('IBAN ***0700')}</strong> Lithuania</div></div>`,
  'Sums and counts': (view) =>
    html`<div class="card"><dl class="sums"><div><dt>11 payments</dt><dd>${amount(view, EUR(3_173_898n))}</dd></div><div class="several"><dt>Fees</dt><dd>${amount(view, EUR(870n))}, ${amount(view, { currency: 'GBP', minor: 100n })}</dd></div></dl><ul class="counts"><li><strong>26 paid</strong></li><li><strong>1 failed</strong>: account is closed</li></ul></div>`,
  'Parts of a page': () =>
    tabs([
      { id: 'one', title: 'One', count: '3', content: html`<p>The first part.</p>` },
      { id: 'two', title: 'Two', count: null, content: html`<p>The second part.</p>` },
    ]),
  'Stages of a run': () =>
    html`<ol class="stages"><li class="past">✓ Review</li><li class="here">● Approve</li><li>Fund</li><li>Send</li><li>Done</li></ol>
<ol class="stages"><li class="past">✓ Review</li><li class="past">✓ Approve</li><li class="stuck">▲ Fund</li><li>Send</li><li>Done</li></ol>`,
  'Charts with few and with many': (view) =>
    html`<div class="plots">${[3, 90].map((days) => dayPlot(`days-${days}`, `Paid on ${days} days`, barsOf(days)))}${namePlot(
      'names',
      'Paid by recipient',
      ROWS.map(({ name, minor }) => ({ label: name, value: minor, text: `${amountText(view, EUR(minor))} EUR` })),
    )}</div>`,
  'A long table of a report': (view) =>
    html`<section class="figures">${table(
      'Many rows',
      columnsOf(view),
      Array.from({ length: 30 }, (_, i) => ROWS[i % ROWS.length]!),
      undefined,
      { stacks: true },
    )}</section>`,
  Progress: () => html`<progress max="100" value="40" aria-label="Progress">40 %</progress>`,
};

const filters = (view: View): Markup =>
  html`<form class="filters" action="/design">${searchField({ label: 'Name or reference', value: null })}${choice(
    'status',
    'Status',
    [
      ['', 'All'],
      ['held', 'On hold'],
    ],
    '',
  )}<button type="button">Show</button> <span class="quiet">${figure(view, ROWS.length)} rows</span></form>`;

const row = (all: readonly Content[]): Markup => html`<p class="actions">${all.map((one) => html`${one} `)}</p>`;

/** Bars of so many days, some without anything, one far above the others. */
const barsOf = (days: number) =>
  Array.from({ length: days }, (_, i) => {
    const value = i === days - 1 ? 90 : (i * 7) % 11;
    return { label: `day ${i + 1}`, value, text: `${value} payments` };
  });

const ROWS = [
  { name: 'Ana Tremblay', state: 'processed', minor: 124_000n },
  { name: 'Northwind Trading and Shipping GmbH & Co. KG', state: 'held', minor: 1_204_050n },
  { name: 'Olu Adeyemi', state: 'failed', minor: 5n },
] as const;

const columnsOf = (view: View): readonly PageColumn<(typeof ROWS)[number]>[] => [
  { title: 'Recipient', names: true, cell: ({ name }) => name },
  { title: 'Status', cell: ({ state }) => badge(state) },
  { title: 'Account', cell: () => shownAccount('IBAN ***6429') },
  { title: 'Amount', align: 'right', cell: ({ minor }) => amount(view, EUR(minor)) },
];
