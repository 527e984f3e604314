import table from '../tables/uk-modulus-weights.json' with { type: 'json' };
import substitutes from '../tables/uk-sort-code-substitutes.json' with { type: 'json' };

/**
 * The modulus check of UK sort codes and account numbers, by Vocalink's "Validating account numbers". The specification
 * calls the positions u to z (sort code) and a to h (account number); in this file they are 0 to 13.
 */
type Method = 'MOD10' | 'MOD11' | 'DBLAL';

interface Line {
  readonly from: string;
  readonly to: string;
  readonly method: Method;
  readonly weights: readonly number[];
  /** 0 for none. */
  readonly exception: number;
}

const [A, C, G, H] = [6, 8, 12, 13];
/** Replace the weights for exception 2, by the digit g. */
const WEIGHTS_2 = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1];
const WEIGHTS_2_G9 = [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1];
/** Substitute sort codes for exceptions 8 and 9. */
const SORT_CODE_8 = '090126';
const SORT_CODE_9 = '309634';
/** Exceptions for which one of two checks is enough. */
const EITHER: ReadonlySet<number> = new Set([2, 9, 10, 11, 12, 13]);

let all: readonly Line[] | null = null;
const found = new Map<string, readonly Line[]>();
const MOST_KEPT = 10_000;
const SUBSTITUTES = new Map(Object.entries(substitutes));

/**
 * Whether the numbers match; true for sort codes without a rule. The caller has checked that both contain only digits.
 */
export function isUkAccount(sortCode: string, accountNum: string): boolean {
  const lines = linesOf(sortCode);
  const [first, second] = lines;
  if (!first) return true;
  const digits = `${sortCode}${accountNum}`;
  // Accounts in foreign currencies have no check digits.
  if (first.exception === 6 && /[4-8]/.test(digits[A]!) && digits[G] === digits[H]) return true;
  const one = passes(first, sortCode, accountNum);
  if (!second || (second.exception === 3 && /[69]/.test(digits[C]!))) return one;
  const either = EITHER.has(first.exception) && EITHER.has(second.exception);
  return either ? one || passes(second, sortCode, accountNum) : one && passes(second, sortCode, accountNum);
}

function passes(line: Line, sortCode: string, accountNum: string): boolean {
  const { exception, method } = line;
  const sort =
    exception === 5 ? substituteOf(sortCode) : exception === 8 ? SORT_CODE_8 : exception === 9 ? SORT_CODE_9 : sortCode;
  const digits = `${sort}${accountNum}`;
  const total = sum(digits, weightsFor(line, digits), method) + (exception === 1 ? 27 : 0);
  const rest = total % (method === 'MOD11' ? 11 : 10);
  const [g, h] = [Number(digits[G]), Number(digits[H])];
  if (exception === 4) return rest === Number(digits.slice(G));
  if (exception === 5) return method === 'MOD11' ? rest !== 1 && g === (11 - rest) % 11 : h === (10 - rest) % 10;
  if (rest === 0 || exception !== 14) return rest === 0;
  // For some banks the last digit is not part of the number.
  if (h !== 0 && h !== 1 && h !== 9) return false;
  return sum(`${sort}0${accountNum.slice(0, 7)}`, line.weights, method) % 11 === 0;
}

function weightsFor({ exception, weights }: Line, digits: string): readonly number[] {
  const g9 = digits[G] === '9';
  if (exception === 2 && digits[A] !== '0') return g9 ? WEIGHTS_2_G9 : WEIGHTS_2;
  const withoutStart = g9 && (exception === 7 || (exception === 10 && /^[09]9/.test(digits.slice(A))));
  return withoutStart ? weights.map((weight, at) => (at < C ? 0 : weight)) : weights;
}

function sum(digits: string, weights: readonly number[], method: Method): number {
  let total = 0;
  for (let at = 0; at < weights.length; at++) {
    const product = (digits.charCodeAt(at) - 48) * weights[at]!;
    // Both digits of the product are added.
    total += method === 'DBLAL' ? Math.floor(product / 10) + (product % 10) : product;
  }
  return total;
}

/** At most two rules, in their order. Sort codes have six digits, so they compare as text. */
function linesOf(sortCode: string): readonly Line[] {
  let lines = found.get(sortCode);
  if (lines === undefined) {
    lines = findLines(sortCode);
    if (found.size < MOST_KEPT) found.set(sortCode, lines);
  }
  return lines;
}

function findLines(sortCode: string): readonly Line[] {
  all ??= Object.entries(table).flatMap(([codes, checks]) => checks.map((check) => lineOf(codes, check)));
  return all.filter(({ from, to }) => from <= sortCode && sortCode <= to);
}

/** From "010004 016715" and "MOD11 0 0 0 0 0 0 8 7 6 5 4 3 2 1", which an exception may follow. */
function lineOf(codes: string, check: string): Line {
  const [from = '', to = ''] = codes.split(' ');
  const [method = '', ...numbers] = check.split(' ');
  return {
    from,
    to,
    method: method as Method,
    weights: numbers.slice(0, 14).map(Number),
    exception: Number(numbers[14] ?? 0),
  };
}

function substituteOf(sortCode: string): string {
  return SUBSTITUTES.get(sortCode) ?? sortCode;
}
