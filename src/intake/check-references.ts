import type { Cells, Finding, RecipientDraft } from '../model.ts';
import { isQrIban, QR_CURRENCIES, qrReferenceIn, rfReferenceIn } from '../rules/banks/qr-iban.ts';
import { finding } from '../rules/finding.ts';

/**
 * Checks the structured reference in the memo, and that a QR-IBAN gets one, in a currency that it takes. The currency
 * is that of the target amount or of the account if the row names one, otherwise that of the amount.
 */
export function checkReferences({ account }: RecipientDraft, cells: Cells, found: Finding[]): void {
  const { memo = '', currency } = cells;
  const iban = account?.fields.iban ?? '';
  const swiss = /^(?:CH|LI)/.test(iban);
  const qr = swiss ? qrReferenceIn(memo) : null;
  if (isQrIban(iban)) {
    if (qr === null) found.push(finding('qr_reference_missing', 'memo', {}, cells.memo));
    const arrives = (cells.targetCurrency ?? cells.accountCurrency ?? currency)?.toUpperCase();
    if (arrives !== undefined && !QR_CURRENCIES.includes(arrives))
      found.push(finding('qr_iban_currency', 'iban', { currency: arrives }, iban));
  }
  for (const reference of [qr, rfReferenceIn(memo)])
    if (reference?.isValid === false)
      found.push(finding('memo_reference_check_digits', 'memo', { name: reference.name }, memo));
}
