import { accountTitle } from '../../references/shown-account.ts';
import { FILE_FORMAT, type LinkTarget, type Value, valueText } from '../../references/value.ts';
import { amount, decimalAmount, decimalText, exchangeRate, figure } from '../components/amount.ts';
import { badgeOf } from '../components/badge.ts';
import { type Content, html } from '../components/markup.ts';
import { noWrap } from '../components/no-wrap.ts';
import {
  approvePath,
  fixPath,
  pathWith,
  paymentPath,
  proofPath,
  recipientPath,
  runPath,
  runPaymentsPath,
} from '../components/paths.ts';
import { exactMoment, moment } from '../components/relative-time.ts';
import type { View } from '../components/view.ts';

/** Characters of an identifier that fits a phone in one line. */
const SHORT = 12;

/** The address of each target of a link. */
const PATHS: Readonly<Record<LinkTarget, (id: string, view: View) => string>> = {
  run: runPath,
  /** `12 7`: row 7 of run 12 among its payments; `12 7 failed`: among those with this status. */
  row: (given) => {
    const [run = '', row = '', state] = given.split(' ');
    return runPaymentsPath(run, { after: Number(row) - 1, ...(state ? { state } : {}) });
  },
  approve: approvePath,
  history: (run) => `${runPath(run)}/history`,
  calls: (run) => `${runPath(run)}/calls`,
  fix: fixPath,
  payment: paymentPath,
  proof: proofPath,
  recipient: recipientPath,
  user: (name) => pathWith('/settings/users', { user: name }),
  /** `who=mia`: the same list with this filter. */
  filter: (given, { path }) => pathWith(path, Object.fromEntries(new URLSearchParams(given))),
  /** `12 failed`: the payments of a run with this status. */
  state: (given) => {
    const [run = '', state = ''] = given.split(' ');
    return `${pathWith(runPath(run), { state })}#payments`;
  },
};

/** A value as its reader sees it on a page. */
export function valueMarkup(view: View, value: Value): Content {
  if (value === null || typeof value === 'string') return value ?? '';
  switch (value.kind) {
    case 'count':
      return figure(view, value.n);
    case 'money':
      return amount(view, value);
    case 'decimal':
      return decimalAmount(view, value.plain, value.currency);
    case 'rate':
      return exchangeRate(view, value);
    case 'percent':
      return `${decimalText(view, value.plain)}%`;
    case 'time':
      if (value.zone !== undefined)
        return html`<time class="no-wrap" datetime="${value.at.toISOString()}">${valueText(value, FILE_FORMAT)}</time>`;
      return value.exact ? exactMoment(view, value.at) : moment(view, value.at);
    case 'status':
      return badgeOf(value.tone, value.text);
    case 'account':
      return noWrap(accountTitle(value.hint));
    case 'whole':
      return noWrap(value.text);
    case 'code':
      return html`<code${value.text.length > SHORT ? '' : html` class="no-wrap"`}${value.full === undefined ? '' : html` title="${value.full}"`}>${value.text}</code>`;
    case 'quiet':
      return html`<span class="quiet">${valueMarkup(view, value.text)}</span>`;
    case 'link':
      return html`<a href="${PATHS[value.to](value.id, view)}">${valueMarkup(view, value.text)}</a>`;
    case 'lines':
      return html`${value.parts.map((part, i) => html`${i > 0 ? html`<br>` : ''}${valueMarkup(view, part)}`)}`;
    case 'words':
      return html`${value.parts.map((part) => valueMarkup(view, part))}`;
  }
}
