import type { Cells, Problem } from '../model.ts';
import { suggestRepair } from '../rules/banks/suggest-repair.ts';

/** A search for a corrected IBAN takes 0.1 ms. If all IBANs of a sheet are wrong, they have another cause. */
const MOST = 2_000;
const ABOUT_NUMBERS = /^iban_|_zeros_lost$/;

/**
 * Adds a corrected bank number to the problems of a row if its check digits prove it. One suggester serves one sheet,
 * and stops after 2,000 problems with bank numbers.
 */
export function createBankNumberSuggester(): (problems: readonly Problem[], cells: Cells) => readonly Problem[] {
  let left = MOST;
  return (problems, cells) => {
    if (problems.length === 0 || left <= 0) return problems;
    return problems.map((problem) => {
      if (!ABOUT_NUMBERS.test(problem.code) || left <= 0) return problem;
      left--;
      const suggestion = suggestRepair(problem, cells);
      if (suggestion === null) return problem;
      return { ...problem, message: `${problem.message} ${suggestion}` };
    });
  };
}
