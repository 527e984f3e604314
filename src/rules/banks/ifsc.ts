import table from '../tables/ifsc-branches.json' with { type: 'json' };

/** By bank: ranges of branch numbers and codes with letters, "1001-1040,NEFT02". */
const BRANCHES = new Map(Object.entries(table));

/**
 * Whether the list of Indian bank branches contains an IFSC. The caller has checked its form: four letters, 0, six
 * letters or digits.
 */
export function isKnownIfsc(code: string): boolean {
  const branches = BRANCHES.get(code.slice(0, 4));
  if (branches === undefined) return false;
  const branch = code.slice(5);
  const number = /^\d+$/.test(branch) ? Number(branch) : null;
  return branches.split(',').some((one) => {
    if (number === null || /[A-Z]/.test(one)) return one === branch;
    const [from, to = from] = one.split('-').map(Number);
    return from! <= number && number <= to!;
  });
}
