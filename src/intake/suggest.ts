import type { Cells, Problem } from '../model.ts';
import { suggestRepair } from '../rules/banks/suggest-repair.ts';

/** Looking for what would make an IBAN right takes 0.1 ms; a sheet in which all are wrong has another trouble. */
const MOST = 2_000;
const ABOUT_NUMBERS = /^iban_|_zeros_lost$/;

/**
 * Adds to the problems of a row what would make a bank number right, where its check digits prove it. One suggester serves
 * one sheet, and stops after its first 2,000 problems with bank numbers.
 */
export function createSuggester(): (problems: readonly Problem[], cells: Cells) => readonly Problem[] {
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
