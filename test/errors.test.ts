import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode, EXIT, isError, nextStepOf, PayrunError } from '../src/errors.ts';
import { responseError } from '../src/service/response-error.ts';
import { NoAnswer } from '../src/service/send-request.ts';

const ROOT = join(import.meta.dirname, '..');
const CODES = Object.keys(ERRORS) as ErrorCode[];

const placeholdersOf = (code: ErrorCode) =>
  [...`${ERRORS[code].sentence} ${ERRORS[code].next}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

describe.each(CODES)('%s', (code) => {
  const { exit, sentence, next } = ERRORS[code];
  it('has an exit code of the table', () => {
    expect(Object.values(EXIT).filter((value) => value !== EXIT.done)).toContain(exit);
  });
  it('states the event and the next step, each in whole sentences', () => {
    // A sentence that ends in a detail ends as the detail does; the place that throws it is looked at below.
    expect(sentence).toMatch(/(^|[^.])(\.|\{detail\})$/);
    expect(next).toMatch(/[^.]\.$/);
    expect(next).toMatch(/^[A-Z]/);
    expect(sentence).toMatch(/^[A-Z{]/);
  });
  it.each(['page', 'inbox', 'api'] as const)(
    'has a next step on the channel %s, and no command, setting or code in it',
    (channel) => {
      const step = nextStepOf(code, channel);
      expect(step).toMatch(/^[A-Z].*[^.]\.$/s);
      expect(step).not.toMatch(/`|--[a-z]|\bpayrun [a-z]|PAYRUN_|DATABASE_URL/);
      expect(step.replace(/\{\w+\}/g, 'X')).not.toMatch(/[a-z]_[a-z]| {2}/);
      for (const [, name] of step.matchAll(/\{(\w+)\}/g)) expect(placeholdersOf(code)).toContain(name);
    },
  );
  it('says on a page and on the command line nothing about dropping a file', () => {
    for (const channel of ['page', 'cli'] as const)
      expect(nextStepOf(code, channel)).not.toMatch(/\bdrop (?:it|the|this|a|both) ?(?:sheet|file)?\b/i);
  });
  it('says to a program nothing about a page', () => {
    expect(nextStepOf(code, 'api')).not.toMatch(/\b(upload|page|reload|under More|open the|press|fill it in)\b/i);
  });
  it('fills in its details', () => {
    const names = placeholdersOf(code);
    const details = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    const error = new PayrunError(code, details);
    expect(`${error.message} ${error.next}`).not.toMatch(/[{}]/);
    for (const name of names) expect(`${error.message} ${error.next}`).toContain(`<${name}>`);
    expect(error).toMatchObject({ code, exitCode: exit, retry: 'never', name: 'PayrunError' });
  });
});

interface Throw {
  readonly where: string;
  readonly code: ErrorCode;
  /** The names of its details. */
  readonly details: readonly string[];
  /** The code that gives `detail`, where it has one. */
  readonly detail: string | null;
}

/**
 * The arguments of a call or the properties of an object: what stands between commas, after the opening bracket at
 * `at`.
 */
function parts(source: string, at: number): string[] {
  const found = [''];
  let depth = 1;
  for (let i = at + 1; i < source.length; i++) {
    const char = source[i]!;
    let text = char;
    if (`'"\``.includes(char)) {
      const end = endOfText(source, i);
      text = source.slice(i, end + 1);
      i = end;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth === 0) return found.map((part) => part.trim()).filter(Boolean);
    if (char === ',' && depth === 1) found.push('');
    else found[found.length - 1] += text;
  }
  throw new Error('a bracket is not closed');
}

function endOfText(source: string, at: number): number {
  let end = at + 1;
  while (source[end] !== source[at]) end += source[end] === '\\' ? 2 : 1;
  return end;
}

/** Every place in the sources that makes an error whose code stands there. */
function throwsIn(where: string, source: string): Throw[] {
  return [...source.matchAll(/new PayrunError\((?=')/g)].map((match) => {
    const [code = '', object = '{}'] = parts(source, match.index + match[0].length - 1);
    const properties = object.startsWith('{') ? parts(object, 0) : [];
    return {
      where,
      code: code.slice(1, -1) as ErrorCode,
      details: properties.map((property) => /^\w+/.exec(property)![0]),
      detail: properties.find((property) => /^detail\b/.test(property))?.replace(/^detail:?\s*/, '') ?? null,
    };
  });
}

describe('the places that throw', () => {
  const paths = globSync(['src/**/*.ts', 'jobs/**/*.ts', 'bin/*'], { cwd: ROOT });
  const found = paths.flatMap((path) => throwsIn(path, readFileSync(join(ROOT, path), 'utf8')));

  it('are found', () => {
    expect(found.length).toBeGreaterThan(60);
    const detail = "'a, (b.'";
    const source = `throw new PayrunError('usage', { detail: ${detail}, file }, { cause });`;
    expect(throwsIn('a.ts', source)).toEqual([{ where: 'a.ts', code: 'usage', details: ['detail', 'file'], detail }]);
  });
  it('name an error of the table', () => {
    expect(found.filter(({ code }) => !CODES.includes(code))).toEqual([]);
  });
  it('give every detail that the sentences name', () => {
    const missing = found.flatMap(({ where, code, details }) =>
      placeholdersOf(code)
        .filter((name) => !details.includes(name))
        .map((name) => `${where}: ${code} without ${name}`),
    );
    expect(missing).toEqual([]);
  });
  it('end the detail with a full stop only if it ends the sentence', () => {
    const wrong = found.filter(({ code, detail }) => {
      const text = detail && /^['"`].*['"`]$/s.test(detail) ? detail.slice(1, -1) : null;
      if (text === null) return false;
      return ERRORS[code].sentence.endsWith('{detail}') ? !/[.?!"]$/.test(text) : /[.?!]$/.test(text);
    });
    expect(wrong).toEqual([]);
  });
  it('use every error of the table', () => {
    const source = paths.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const uses = (code: string) => source.match(new RegExp(`'${code}'`, 'g'))?.length ?? 0;
    expect(CODES.filter((code) => uses(code) === 0)).toEqual([]);
  });
});

describe('an answer of the service', () => {
  const asked = { call: '/v1/batches', merchant: 'acme', retry: 'safe', effect: 'changes', timeoutMs: 5_000 } as const;
  const answer = (status: number, json: unknown) => ({
    kind: 'answer' as const,
    status,
    json,
    headers: new Headers(),
    at: 0,
  });
  const refusal = { errors: [{ code: 'invalid_field', field: 'iban', message: 'is not valid' }] };
  const CASES: readonly [code: ErrorCode, outcome: Parameters<typeof responseError>[0]][] = [
    ['service_keys_refused', answer(401, refusal)],
    ['service_not_authorized', answer(403, { errors: [{ code: 'not_authorized', message: 'No' }] })],
    ['service_not_found', answer(404, refusal)],
    ['service_refused', answer(400, refusal)],
    ['service_refused', answer(403, refusal)],
    ['service_unexpected', answer(400, {})],
    ['service_unexpected', answer(200, {})],
    ['service_not_json', answer(400, undefined)],
    ['service_failed', answer(503, {})],
    ['service_rate_limited', answer(429, refusal)],
    ['service_timeout', new NoAnswer('timeout', new Error())],
    ['service_unreachable', new NoAnswer('not_sent', new Error())],
    ['service_unreachable', new NoAnswer('dropped', new Error())],
    ['service_unreachable', new NoAnswer('stopped', new Error())],
  ];
  it.each([
    ...CASES.map(([code, outcome]) => [code, outcome, asked] as const),
    ['service_read_refused', answer(400, refusal), { ...asked, effect: 'reads' }] as const,
  ])('that is %s omits no detail', (code, outcome, call) => {
    const error = responseError(outcome, call);
    expect(error.code).toBe(code);
    for (const name of placeholdersOf(code)) expect(error.details[name], name).toBeDefined();
    expect(error.message).toMatch(/[^.]\.$/);
  });
});

describe('an error', () => {
  it.each([
    ['amount: is too low', 'amount: is too low.'],
    ['amount: is too low.', 'amount: is too low.'],
    ['Is it?', 'Is it?'],
  ])('whose detail is "%s" ends with one full stop', (detail, ending) => {
    const error = new PayrunError('service_refused', { call: 'POST /v1/batches', detail });
    expect(error.message).toBe(`The payout service rejected POST /v1/batches: ${ending}`);
  });
  it('names the run that it ended in its next step', () => {
    const error = new PayrunError('service_refused', { call: 'POST /v1/batches', detail: 'no' });
    expect(error.next).toContain('`payrun resume`');
    error.run = '7';
    expect(error.next).toContain('`payrun resume 7`');
  });
  it('is known by its code, by one of several, or as one of ours', () => {
    const error: unknown = new PayrunError('run_busy', { run: '7', owner: 'host' });
    expect([isError(error), isError(error, 'run_busy'), isError(error, 'fenced', 'run_busy')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isError(error, 'fenced'), isError(new Error('run_busy')), isError(null)]).toEqual([false, false, false]);
  });
  it('keeps its cause, and says whether the call may be sent again', () => {
    const cause = new Error('socket');
    const error = new PayrunError('service_unreachable', { detail: 'no connection' }, { cause, retry: 'read-first' });
    expect(error).toMatchObject({ cause, retry: 'read-first', details: { detail: 'no connection' } });
    expect(error.message).toBe('Payrun can’t reach the payout service: no connection.');
  });
});
