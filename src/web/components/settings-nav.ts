import { hasRole } from '../../permissions/access.ts';
import { html, type Markup } from './markup.ts';
import type { View } from './view.ts';

/** The page on which admins handle remote batches that the ledger does not know. */
export const UNKNOWN_BATCHES = '/settings/batches';

/** The pages of the settings. Those of the whole installation are for admins of all merchants. */
const PARTS = [
  { path: '/settings', label: 'Merchants and limits', whole: false },
  { path: '/settings/users', label: 'Users', whole: true },
  { path: '/settings/tokens', label: 'Tokens', whole: true },
  { path: '/settings/endpoints', label: 'Endpoints', whole: true },
  { path: '/settings/operation', label: 'Jobs, inbox, queue', whole: true },
  { path: UNKNOWN_BATCHES, label: 'Unknown batches', whole: true },
  { path: '/settings/audit', label: 'Audit log', whole: false },
] as const;

/** The links between the pages of the settings; an auditor sees one of them. */
export function settingsNav({ currentUser, path }: View): Markup | '' {
  if (!hasRole(currentUser.role, 'admin')) return '';
  const seen = PARTS.filter(({ whole }) => !whole || seesAllMerchants(currentUser));
  const current = seen.findLast((part) => part.path === path || path.startsWith(`${part.path}/`));
  return partsNav('Settings', seen, current?.path);
}

/** The links between pages that belong together. */
export function partsNav(
  label: string,
  parts: readonly { readonly path: string; readonly label: string }[],
  current: string | undefined,
): Markup {
  return html`<nav class="parts" aria-label="${label}"><ul>${parts.map(
    (part) =>
      html`<li><a href="${part.path}"${part.path === current ? html` aria-current="page"` : ''}>${part.label}</a></li>`,
  )}</ul></nav>`;
}

/**
 * Whether the visitor may see all merchants. An admin of some merchants may not change users, because their own rights
 * are narrower.
 */
export function seesAllMerchants({ merchants }: View['currentUser']): boolean {
  return merchants === null;
}
