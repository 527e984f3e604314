import type { UserRole } from '../../ledger/users/user.ts';
import { roleWord } from '../../permissions/role-word.ts';
import { assetPath } from './assets.ts';
import { csrfField, refusalNotice } from './form.ts';
import { type IconName, icon, MARK } from './icon.ts';
import { type Content, html, type Markup } from './markup.ts';
import type { View } from './view.ts';

interface Destination {
  readonly path: string;
  readonly label: string;
  /** The roles that see the link; undefined: all. */
  readonly roles?: readonly UserRole[];
  /** On a phone it can be in the bar at the bottom, with this icon. */
  readonly icon?: IconName;
}

const NAVIGATION: readonly Destination[] = [
  { path: '/', label: 'Overview', icon: 'overview' },
  { path: '/upload', label: 'New run', roles: ['maker', 'approver', 'admin'], icon: 'upload' },
  { path: '/runs', label: 'Runs', icon: 'runs' },
  { path: '/exceptions', label: 'Exceptions', icon: 'hold' },
  { path: '/recipients', label: 'Recipients', icon: 'people' },
  { path: '/reports', label: 'Reports', icon: 'file' },
  { path: '/settings', label: 'Settings', roles: ['admin'] },
  { path: '/settings/audit', label: 'Audit log', roles: ['auditor'], icon: 'wait' },
];

/** Paths of the bar at the bottom, on a phone; the others are in the menu of the account. */
const BAR: ReadonlySet<string> = new Set(['/', '/upload', '/runs', '/exceptions', '/recipients']);
const BAR_OF_AUDITORS: ReadonlySet<string> = new Set(['/', '/runs', '/recipients', '/reports', '/settings/audit']);

export interface PageOf {
  /** The title of the window and the heading of the page. */
  readonly title: string;
  /** Replaces the title as heading, if the heading is more than text. */
  readonly heading?: Content;
  readonly about?: Content;
  readonly actions?: Content;
  readonly main: Content;
  /** The result of the last action, above the content; absent: that of the address. */
  readonly notice?: Content;
  /** The reason that the last action was refused, above the content. */
  readonly refusal?: Content;
}

/** A whole page for a visitor who is logged in. */
export function layout(
  view: View,
  { title, heading = title, about, actions, main, notice = view.notice, refusal = view.refusal }: PageOf,
): Markup {
  const { currentUser, path, banner } = view;
  const seen = NAVIGATION.filter(({ roles }) => roles?.includes(currentUser.role) ?? true);
  const current = seen.findLast((one) => one.path === path || (one.path !== '/' && path.startsWith(`${one.path}/`)));
  const bar = currentUser.role === 'auditor' ? BAR_OF_AUDITORS : BAR;
  return bare({
    title,
    banner,
    body: html`<a class="skip" href="#main">Skip to content</a>
<header class="top"><div>
<a class="brand" href="/" aria-label="Payrun">${MARK}<span>Payrun</span></a>
<nav aria-label="Pages"><ul>${seen.map(
      (one) =>
        html`<li${bar.has(one.path) ? html` class="tab"` : ''}>${linkTo(one, one === current, one.icon && bar.has(one.path) ? icon(one.icon) : '')}</li>`,
    )}</ul></nav>
<form class="search-all" action="/find" method="post" role="search" aria-label="Everything">${csrfField(view)}
<label class="hidden" for="search-all">Search</label>${icon('search')}
<input id="search-all" name="q" type="search" placeholder="Name, reference, amount" autocomplete="off" required></form>
<details class="who"><summary title="${currentUser.name}"><span aria-hidden="true">${currentUser.name.slice(0, 2)}</span><span class="hidden">User account: ${currentUser.name}</span></summary><div>
<p><strong>${currentUser.name}</strong> <span class="quiet">${roleWord(currentUser.role)}</span></p>
<a href="/account">My account</a>
${seen.filter(({ path: at }) => !bar.has(at)).map((one) => html`<div class="on-phone">${linkTo(one, one === current)}</div>`)}
<form method="post" action="/logout">${csrfField(view)}<button class="link">Log out</button></form></div></details>
</div></header>
<main id="main" tabindex="-1">
<div class="head"><div><h1>${heading}</h1>${about ? html`<p>${about}</p>` : ''}</div>${actions ?? ''}</div>
${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
${refusalNotice(refusal)}
${main}
</main>`,
  });
}

const linkTo = ({ path, label }: Destination, isHere: boolean, before: Content = ''): Markup =>
  html`<a href="${path}"${isHere ? html` aria-current="page"` : ''}>${before}${label}</a>`;

/** The mark above the heading of a page without a header. */
export const brand: Markup = html`<p class="brand">${MARK}<span>Payrun</span></p>`;

/** A page without a visitor: for the login, and for errors. */
export function bare(given: {
  readonly title: string;
  readonly banner: string | null;
  readonly body: Content;
}): Markup {
  const { title, banner, body } = given;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Payrun</title>
<link rel="stylesheet" href="${assetPath('page.css')}">
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<script src="${assetPath('page.js')}" defer></script>
</head>
<body>
${banner === null ? '' : html`<aside class="sandbox" aria-label="Environment">${banner}</aside>`}
${body}
</body>
</html>
`;
}
