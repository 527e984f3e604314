import type { Claim } from './claim.ts';
import { headerKey, headerWords, wordSet } from './phrases/header-words.ts';

const EMPLOYEE = wordSet([
  'employee|worker|staff|payroll|mitarbeiter|arbeitnehmer|personal|salarié|salariée|matricule|empleado|empleada|trabajador|trabajadora|trab|funcionário|empregado|matrícula',
  'dipendente|matricola|werknemer|medewerker|personeelsnummer|personalnummer|ansatt|anställd|anställningsnummer|medarbejder|pracownik|zaměstnanec|työntekijä|сотрудник|社員|従業員',
]);
const GROSS = wordSet([
  'gross|brutto|brut|bruto|lordo|devengado|devengos|percepciones|competenze|proventos|vencimentos|earnings|bruttolohn|bruttoløn|bruttolön|hrubá',
]);
/** In bills and lists of expenses, the net amount is the one before tax, and less than what is paid. */
const BEFORE_TAX = wordSet([
  'vat|gst|hst|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva|btw|moms|dph|kdv|áfa|alv|invoice|rechnung|facture|factura|fatura|fattura|bill',
  'expense|expenses|reimbursement|receipt|trip|spesen|reise|frais|gastos|despesas|spese',
]);
const NET = wordSet(['net|netto|neto|líquido|nettó|liquido']);

/**
 * In payroll, "Net" next to the gross pay is what the employee gets, unless an unknown column has amounts: the net pay
 * may be split over accounts. Changes `claims`.
 */
export function recognizeNetPay(
  header: readonly string[],
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
): void {
  const words = header.flatMap(headerWords);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isUnknownAmount = ({ column, ruledOut }: Claim, at: number) =>
    column === null && !ruledOut && (cellsOf[at] ?? []).some((text) => /^[\d.,' ]*\d[.,]\d\d$/.test(text));
  if (!has(EMPLOYEE) || !has(GROSS) || has(BEFORE_TAX) || claims.some(isUnknownAmount)) return;
  for (const [at, claim] of claims.entries())
    if (claim.column === 'amount' && claim.strength === 'weak' && NET.has(headerKey(headerWords(header[at]!))))
      Object.assign(claim, { strength: 'earned', net: false });
}
