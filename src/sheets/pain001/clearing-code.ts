/** A bank's number in a national clearing system (`ClrSysMmbId`), as columns of Payrun. */
export interface ClearingCode {
  readonly country: string;
  readonly cells: Readonly<Record<string, string>>;
}

interface System {
  readonly country: string;
  readonly pattern: RegExp;
  /**
   * Columns for the groups of the pattern. Undefined if the system's number is redundant next to an IBAN and not
   * sufficient without one.
   */
  readonly columns?: readonly string[];
}

/** ISO 20022 external code list of clearing systems (ExternalClearingSystemIdentification1Code). */
const SYSTEMS: Readonly<Record<string, System>> = {
  AUBSB: { country: 'AU', pattern: /^(\d{6})$/, columns: ['branchId'] },
  // 0, three digits of the institution, five of the transit number.
  CACPA: { country: 'CA', pattern: /^0?(\d{3})(\d{5})$/, columns: ['bankId', 'branchId'] },
  CNAPS: { country: 'CN', pattern: /^(\d{12})$/, columns: ['bankId'] },
  GBDSC: { country: 'GB', pattern: /^(\d{6})$/, columns: ['branchId'] },
  HKNCC: { country: 'HK', pattern: /^(\d{3})(\d{3})?$/, columns: ['bankId', 'branchId'] },
  INFSC: { country: 'IN', pattern: /^([A-Z]{4}0[A-Z0-9]{6})$/, columns: ['branchId'] },
  JPZGN: { country: 'JP', pattern: /^(\d{4})(\d{3})$/, columns: ['bankId', 'branchId'] },
  NZNCC: { country: 'NZ', pattern: /^(\d{6})$/, columns: ['branchId'] },
  SGIBG: { country: 'SG', pattern: /^(\d{4})(\d{3})$/, columns: ['bankId', 'branchId'] },
  THCBC: { country: 'TH', pattern: /^(\d{3})$/, columns: ['bankId'] },
  USABA: { country: 'US', pattern: /^(\d{9})$/, columns: ['branchId'] },
  ZANCC: { country: 'ZA', pattern: /^(\d{6})$/, columns: ['branchId'] },
  ATBLZ: { country: 'AT', pattern: /^\d{5}$/ },
  CHBCC: { country: 'CH', pattern: /^\d{3,5}$/ },
  CHSIC: { country: 'CH', pattern: /^\d{6}$/ },
  DEBLZ: { country: 'DE', pattern: /^\d{8}$/ },
  ESNCC: { country: 'ES', pattern: /^\d{8,9}$/ },
  GRBIC: { country: 'GR', pattern: /^\d{7}$/ },
  IENCC: { country: 'IE', pattern: /^\d{6}$/ },
  ITNCC: { country: 'IT', pattern: /^\d{10}$/ },
  PLKNR: { country: 'PL', pattern: /^\d{8}$/ },
  PTNCC: { country: 'PT', pattern: /^\d{8}$/ },
  RUCBC: { country: 'RU', pattern: /^\d{9}$/ },
  SESBA: { country: 'SE', pattern: /^\d{4}$/ },
};

/** The clearing system of a country, used if the file names none. */
const OF_COUNTRY: ReadonlyMap<string, string> = new Map(
  Object.entries(SYSTEMS).flatMap(([code, { country, columns }]) => (columns ? [[country, code] as const] : [])),
);

/**
 * Reads a bank's number, ignoring spaces and hyphens. Null if it does not fit its system or Payrun does not know the
 * system.
 * @param system the code of the clearing system; if undefined, `country` decides
 */
export function clearingCode(
  member: string,
  system: string | undefined,
  country: string | undefined,
): ClearingCode | null {
  const code = system ?? OF_COUNTRY.get(country ?? '');
  const known = code !== undefined && Object.hasOwn(SYSTEMS, code) ? SYSTEMS[code]! : null;
  const groups = known?.pattern.exec(member.toUpperCase().replace(/[\s-]/g, ''));
  if (!known || !groups) return null;
  const cells = (known.columns ?? []).flatMap((column, i) =>
    groups[i + 1] ? [[column, groups[i + 1]!] as const] : [],
  );
  return { country: known.country, cells: Object.fromEntries(cells) };
}
