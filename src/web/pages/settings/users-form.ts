import { checkedEmail } from '../../../engine/users/checked-email.ts';
import { readApprovalLimits, readMerchants, readRole } from '../../../engine/users/read-rights.ts';
import { userName } from '../../../engine/users/users.ts';
import type { UserRow } from '../../../ledger/users/user.ts';
import { limitsText, merchantsText } from '../../../lists/users.ts';
import { choice, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';

/** The fields of a form. */
type Form = Readonly<Record<string, string | undefined>>;

/** Why a form was refused, by the field that is concerned. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

type Rights = Pick<UserRow, 'role' | 'merchants' | 'limits'>;

/** The fields for a user's rights, with the submitted values or the current rights. */
export function rightsFields(now: Rights, typed: Form = {}, errors: FieldErrors = {}): Markup {
  return html`${choice('role', 'Role', ROLES, typed.role ?? now.role)}
${field({ name: 'merchants', label: 'Merchants', required: true, value: typed.merchants ?? merchantsText(now.merchants), error: errors.merchants, hint: 'Which they see and work for: all, or names with commas.' })}
${field({ name: 'limits', label: 'May approve up to', required: true, value: typed.limits ?? limitsText(now.limits), error: errors.limits, hint: '"no limit", or amounts: EUR=5000.00, USD=6000.00. Then nothing of another currency.' })}`;
}

const ROLES = [
  ['viewer', 'Viewer: reads'],
  ['auditor', 'Auditor: reads, also the audit log'],
  ['maker', 'Maker: reads, uploads, corrects and submits'],
  ['approver', 'Approver: also approves and rejects'],
  ['admin', 'Admin: also the audit log and these settings'],
] as const satisfies readonly (readonly [UserRow['role'], string])[];

/** The submitted rights. Throws `usage` if a field is invalid. */
export function rightsOf(form: Form): Rights {
  return {
    role: readRole(form.role),
    merchants: readMerchants(form.merchants ?? ''),
    limits: readApprovalLimits(form.limits ?? ''),
  };
}

/** The name of the first field whose value is refused; null if it is none of these. */
export function refusedField(form: Form): string | null {
  const isRefused = (check: () => unknown): boolean => {
    try {
      check();
      return false;
    } catch {
      return true;
    }
  };
  if (form.name !== undefined && isRefused(() => userName(form.name!))) return 'name';
  if (isRefused(() => checkedEmail(form.email?.trim() || null))) return 'email';
  if (isRefused(() => readMerchants(form.merchants ?? ''))) return 'merchants';
  return isRefused(() => readApprovalLimits(form.limits ?? '')) ? 'limits' : null;
}
