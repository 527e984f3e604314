import { mask, showValue } from '../../mask-bank-details.ts';
import type { Cells } from '../../model.ts';
import { changedColumns } from '../../sheets/edited-row.ts';

/** The changed cells of a row by column, as the audit log has them; an empty text means an empty cell. */
export type AuditedChanges = Readonly<Record<string, { readonly before: string; readonly now: string }>>;

/** Columns whose values the audit log has; of others it has the first letter, because no purge removes its contents. */
const RECORDED: ReadonlySet<string> = new Set([
  ...[
    'merchant',
    'paymentReference',
    'referenceId',
    'amount',
    'currency',
    'targetAmount',
    'targetCurrency',
    'amountCurrency',
    'payOn',
  ],
  ...['country', 'accountCountry', 'accountCurrency', 'mailingCountry'],
]);
const MASKED: ReadonlySet<string> = new Set(['iban', 'accountNum', 'branchId', 'bankId', 'swiftBic']);
const REFERENCES: ReadonlySet<string> = new Set(['merchant', 'paymentReference', 'referenceId']);
const TYPE = /^(?:individual|business)$/i;
/** In a wrong column, a word may be a name. */
const WORD = /\p{L}{4}/u;

export function auditedChanges(before: Cells, now: Cells): AuditedChanges {
  const entries = changedColumns(before, now).map((name) => [
    name,
    { before: auditedValue(name, before[name] ?? ''), now: auditedValue(name, now[name] ?? '') },
  ]);
  return Object.fromEntries(entries);
}

function auditedValue(name: string, text: string): string {
  if (text === '') return '';
  if (MASKED.has(name)) return mask(text);
  if (name === 'type' && TYPE.test(text)) return text;
  if (RECORDED.has(name) && (REFERENCES.has(name) || !WORD.test(text))) return showValue(name, text);
  const [first = ''] = text.trim();
  return `${showValue(null, first)}***`;
}
