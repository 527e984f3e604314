import type { Finding } from '../model.ts';
import { COUNTRIES } from './countries.ts';
import { finding } from './finding.ts';
import { checkText } from './text.ts';

/** IDs that banks of a country ask for. The service does not publish its list, so a missing one only warns. */
const ASKED_FOR: Readonly<Record<string, string>> = {
  AR: 'CUIT or CUIL',
  BR: 'CPF or CNPJ',
  CL: 'RUT',
  CO: 'CC or NIT',
  PE: 'DNI or RUC',
};

/**
 * Reads a government ID; undefined where there is none.
 *
 * @param forBank whether the recipient is paid by bank transfer
 */
export function checkGovernmentId(
  text: string | undefined,
  country: string,
  forBank: boolean,
  found: Finding[],
): string | undefined {
  if (text !== undefined) return checkText(text, 'governmentId', found) ? text : undefined;
  const name = ASKED_FOR[country];
  if (name !== undefined && forBank) {
    found.push(finding('government_id_missing', 'governmentId', { name, country: COUNTRIES[country]!.inWords }));
  }
  return undefined;
}
