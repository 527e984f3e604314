/** A figure of `/metrics`: its labels, sorted, and its value. */
export type Samples = ReadonlyMap<string, number>;

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/**
 * Reads the text format of Prometheus, version 0.0.4, strictly: every figure has a `# HELP` and a `# TYPE` before it
 * and follows the others of its name, none occurs twice, and a counter ends in `_total`. Throws if not. Returns figures
 * by `name{label="value",...}`.
 */
export function parseExposition(text: string): Samples {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  const helped = new Set<string>();
  let family = '';
  for (const line of text.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const [, kind, name, rest] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line) ?? [];
    if (kind !== undefined && name !== undefined) {
      if (kind === 'TYPE' && !TYPES.includes(rest!)) throw new Error(`no type: ${line}`);
      if (kind === 'TYPE' ? types.has(name) : helped.has(name)) throw new Error(`twice: ${line}`);
      if (kind === 'TYPE') types.set(name, rest!);
      else helped.add(name);
      family = name;
      continue;
    }
    const match = SAMPLE.exec(line);
    if (!match) throw new Error(`no figure: ${line}`);
    const [, sample = '', labels = '', value = ''] = match;
    const type = types.get(family);
    const suffixes =
      type === 'histogram' ? ['_bucket', '_sum', '_count'] : type === 'summary' ? ['', '_sum', '_count'] : [''];
    if (!helped.has(family) || !suffixes.some((suffix) => sample === family + suffix))
      throw new Error(`${sample} does not belong to ${family}`);
    if (type === 'counter' && !family.endsWith('_total')) throw new Error(`${family} is a counter without _total`);
    const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
    if (Number.isNaN(number) && !/^nan$/i.test(value)) throw new Error(`no number: ${line}`);
    const key =
      labels === ''
        ? sample
        : `${sample}{${labels
            .split(/,(?=[a-zA-Z_])/)
            .sort()
            .join(',')}}`;
    if (samples.has(key)) throw new Error(`twice: ${key}`);
    samples.set(key, number);
  }
  return samples;
}
