/** The status of a line that adds up the lines of all statuses of its currency. */
export const ALL_STATUSES = 'all';

interface StatusLine {
  readonly currency: string | null;
  readonly state: string;
}

type Figures<Key extends string> = Readonly<Record<Key, number | bigint>>;

/**
 * The lines by currency, in the order of their first line. A currency with several lines gets one more, which adds up
 * their `figures` and has the status `ALL_STATUSES`.
 */
export function withCurrencyTotals<Key extends string, Line extends StatusLine & Figures<Key>>(
  lines: readonly Line[],
  figures: readonly Key[],
): readonly (Omit<Line, 'state'> & { readonly state: string })[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([, of]) =>
    of.length < 2 ? of : [...of, totalOf(of, figures)],
  );
}

function totalOf<Key extends string, Line extends StatusLine & Figures<Key>>(
  lines: readonly Line[],
  figures: readonly Key[],
): Line {
  const sums = figures.map((key) => [key, lines.map((line): number | bigint => line[key]).reduce(add)] as const);
  return { ...lines[0]!, ...Object.fromEntries(sums), state: ALL_STATUSES };
}

function add(a: number | bigint, b: number | bigint): number | bigint {
  return typeof a === 'bigint' ? a + BigInt(b) : a + Number(b);
}
