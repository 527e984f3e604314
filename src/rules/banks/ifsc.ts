import { IFSC_BRANCHES } from './ifsc.generated.ts';

let banks: ReadonlyMap<string, string> | null = null;

/**
 * Whether the list of Indian bank branches contains an IFSC. The caller has checked its form: four letters, 0, six
 * letters or digits.
 */
export function isKnownIfsc(code: string): boolean {
  banks ??= new Map(IFSC_BRANCHES.split('\n').map((line) => [line.slice(0, 4), line.slice(5)]));
  const branches = banks.get(code.slice(0, 4));
  if (branches === undefined) return false;
  const branch = code.slice(5);
  const number = /^\d+$/.test(branch) ? Number(branch) : null;
  return branches.split(',').some((one) => {
    if (number === null || /[A-Z]/.test(one)) return one === branch;
    const [from, to = from] = one.split('-').map(Number);
    return from! <= number && number <= to!;
  });
}
