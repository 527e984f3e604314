import type { SheetDraft } from '../../../ledger/runs/sheet-draft.ts';
import { ENCODING_NAMES } from '../../../platform/encodings.ts';
import { actButton, choice, field } from '../../components/form.ts';
import { icon } from '../../components/icon.ts';
import { layout } from '../../components/layout.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { tokenForPath } from '../../session/token-for-path.ts';
import { COLUMNS_PATH } from './columns-form.ts';
import { uploadSteps } from './upload-steps.ts';

/** File extensions that the browser offers; the content determines the format. */
const SHEET_ENDINGS = '.csv,.tsv,.xlsx,.xlsm,.ods,.xml';

/** The first step of an upload: a file, and those that were not finished. */
export function uploadPage(
  view: View,
  {
    choices,
    drafts,
    error,
  }: {
    readonly choices: readonly (readonly [string, string])[];
    readonly drafts: readonly SheetDraft[];
    readonly error?: string | undefined;
  },
): Markup {
  return layout(view, {
    title: 'Upload a sheet',
    heading: 'New run',
    about: html`A file with one payment a row. Nothing is paid until you submit it. <a href="/templates">A template to fill in</a> has the right columns.`,
    main: html`${uploadSteps('File')}
${error ? html`<p class="notice bad" tabindex="-1" autofocus role="alert">${error}</p>` : ''}
${drafts.length === 0 ? '' : draftsPart(view, drafts)}
<form class="card" method="post" action="/upload?csrf=${tokenForPath(view.currentUser.csrf, '/upload')}" enctype="multipart/form-data">
<div data-drop>${icon('upload')}${field({ name: 'sheet', label: 'File', type: 'file', required: true, accept: SHEET_ENDINGS, hint: 'CSV, XLSX, ODS or pain.001 (XML). It can also be dropped here.' })}</div>
<div class="cards">${choice('merchant', 'Merchant', choices, choices[0]?.[0] ?? '')}
${field({ name: 'payOn', label: 'Pay on', type: 'date', hint: 'If blank, it is paid on the day in its column "pay on", or as soon as it is approved. You can change it until it is sent.' })}</div>
<details><summary>How to read the file</summary>
<div class="cards">${choice(
      'onInvalid',
      'If rows cannot be paid',
      [
        ['', 'As configured'],
        ['skip', 'Pay the others'],
        ['stop', 'Pay nothing'],
      ],
      '',
    )}
${choice(
  'decimal',
  'Decimal separator',
  [
    ['', 'As the file shows'],
    ['point', 'A point: 1,240.50'],
    ['comma', 'A comma: 1.240,50'],
  ],
  '',
)}
${choice(
  'encoding',
  'Encoding of a CSV that is not Unicode',
  [['', 'As the file shows'], ...ENCODING_NAMES.map((name) => [name, name] as const)],
  '',
)}
${field({ name: 'worksheet', label: 'Worksheet, if the workbook has several' })}</div>
</details>
<div class="actions"><button class="main">Check file</button></div></form>`,
  });
}

/** Files whose columns are still to be said; they stay until then, also over a lost session. */
function draftsPart(view: View, drafts: readonly SheetDraft[]): Markup {
  return html`<section aria-labelledby="drafts"><h2 id="drafts">Not finished</h2>${itemList(
    drafts.map(({ id, name, created_at }) =>
      listItem({
        icon: 'file',
        tone: 'wait',
        title: html`<a href="${pathWith(COLUMNS_PATH, { sheet: id })}">${name}</a>`,
        about: html`Uploaded ${moment(view, created_at)}. Its columns are not clear.`,
        action: html`<div class="actions">${actButton(view, { action: '/drafts/discard', button: 'Discard file', hidden: { sheet: id } })}<a class="button" href="${pathWith(COLUMNS_PATH, { sheet: id })}">Match columns</a></div>`,
      }),
    ),
  )}</section>`;
}
