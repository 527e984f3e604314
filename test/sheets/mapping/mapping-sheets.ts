import { BANK_FILES } from './bank-files.ts';
import { BANK_TEMPLATES_AND_ERPS } from './bank-templates-and-erps.ts';
import { BANKS_AND_ERPS_AGAIN } from './banks-and-erps-again.ts';
import { COMPANY_SHEETS } from './company-sheets.ts';
import { EIGHTH_ROUND_OF_EXPORTS } from './eighth-round-of-exports.ts';
import { ELEVENTH_ROUND_OF_EXPORTS } from './eleventh-round-of-exports.ts';
import { EXPORTS_IN_LANGUAGES } from './exports-in-languages.ts';
import { FIFTH_ROUND_OF_EXPORTS } from './fifth-round-of-exports.ts';
import { FIRST_SIGHT } from './first-sight.ts';
import { FOURTH_ROUND_OF_EXPORTS } from './fourth-round-of-exports.ts';
import { KNOWN_SYSTEMS } from './known-systems.ts';
import { MISLEADING_EXPORTS } from './misleading-exports.ts';
import { MORE_COMPANIES } from './more-companies.ts';
import { NINTH_ROUND_OF_EXPORTS } from './ninth-round-of-exports.ts';
import { ODD_SHEETS } from './odd-sheets.ts';
import { PAYROLL_AND_PAYOUT_EXPORTS } from './payroll-and-payout-exports.ts';
import { PAYROLL_AND_PAYOUTS_AGAIN } from './payroll-and-payouts-again.ts';
import { SEVENTH_ROUND_OF_EXPORTS } from './seventh-round-of-exports.ts';
import { SIXTH_ROUND_OF_EXPORTS } from './sixth-round-of-exports.ts';
import { SYSTEM_EXPORTS } from './system-exports.ts';
import { TENTH_ROUND_OF_EXPORTS } from './tenth-round-of-exports.ts';
import { THIRD_ROUND_OF_EXPORTS } from './third-round-of-exports.ts';
import { TRAPS } from './traps.ts';

/** One sheet for each system and each trap. */
export const MAPPING_SHEETS: Readonly<Record<string, string>> = { ...KNOWN_SYSTEMS, ...BANK_FILES, ...TRAPS, ...COMPANY_SHEETS, ...MORE_COMPANIES, ...ODD_SHEETS, ...FIRST_SIGHT, ...SYSTEM_EXPORTS, ...EXPORTS_IN_LANGUAGES, ...MISLEADING_EXPORTS, ...BANK_TEMPLATES_AND_ERPS, ...PAYROLL_AND_PAYOUT_EXPORTS, ...BANKS_AND_ERPS_AGAIN, ...PAYROLL_AND_PAYOUTS_AGAIN, ...THIRD_ROUND_OF_EXPORTS, ...FOURTH_ROUND_OF_EXPORTS, ...FIFTH_ROUND_OF_EXPORTS, ...SIXTH_ROUND_OF_EXPORTS, ...SEVENTH_ROUND_OF_EXPORTS,
  ...EIGHTH_ROUND_OF_EXPORTS,
  ...NINTH_ROUND_OF_EXPORTS,
  ...TENTH_ROUND_OF_EXPORTS,
  ...ELEVENTH_ROUND_OF_EXPORTS,
};
