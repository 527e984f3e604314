import { expect, test } from 'vitest';
import { type FailedCall, mayRepeat } from '../../src/service/may-repeat.ts';
import { NoAnswer } from '../../src/service/send-request.ts';

const READS = { effect: 'reads' } as const;
const CHANGES = { effect: 'changes' } as const;
const START = { effect: 'changes', sentOnce: true } as const;
const QUOTE = { effect: 'changes', repeatable: true } as const;

const answer = (status: number, json?: unknown): FailedCall => ({
  kind: 'answer',
  status,
  json,
  headers: new Headers(),
  at: 0,
});
const no = (kind: NoAnswer['kind']) => new NoAnswer(kind, new Error());
const errors = (code: string) => ({ ok: false, errors: [{ code, message: '' }] });

test.each([
  // What came, then what it says of a call that reads, and of one that changes something.
  ['nothing sent', no('not_sent'), 'safe after_pause', 'safe after_pause'],
  ['a timeout', no('timeout'), 'safe after_pause', 'read-first no'],
  ['a dropped connection', no('dropped'), 'safe after_pause', 'read-first no'],
  ['our own signal', no('stopped'), 'safe no', 'read-first no'],
  ['429', answer(429, errors('rate_limit_exceeded')), 'safe through_limiter', 'safe through_limiter'],
  ['429 as a page', answer(429), 'safe through_limiter', 'safe through_limiter'],
  ['500', answer(500, errors('internal_server_error')), 'safe after_pause', 'read-first no'],
  ['500 of a partner', answer(500, errors('partner_integration_error')), 'safe after_pause', 'read-first no'],
  ['502 as a page', answer(502), 'safe after_pause', 'read-first no'],
  ['408', answer(408), 'safe after_pause', 'read-first no'],
  ['200 as a page', answer(200), 'safe no', 'read-first no'],
  ['404 as a page', answer(404), 'safe no', 'read-first no'],
  ['a redirect', answer(302), 'safe no', 'read-first no'],
  ['200 in an unknown form', answer(200, { ok: true }), 'safe no', 'read-first no'],
  ['200 without ok', answer(200, {}), 'safe no', 'read-first no'],
  ['400 without errors', answer(400, { ok: false }), 'safe no', 'read-first no'],
  ['200 with ok false', answer(200, errors('invalid_field')), 'never no', 'never no'],
  ['400', answer(400, errors('invalid_field')), 'never no', 'never no'],
  ['401', answer(401, errors('invalid_api_key')), 'never no', 'never no'],
  ['403', answer(403, errors('not_authorized')), 'never no', 'never no'],
  ['404', answer(404, errors('not_found')), 'never no', 'never no'],
  ['406', answer(406, errors('invalid_status')), 'never no', 'never no'],
  ['409', answer(409, errors('invalid_status')), 'never no', 'never no'],
  ['410', answer(410, errors('deprecated_functionality_error')), 'never no', 'never no'],
])('after %s', (_, outcome, reads, changes) => {
  const output = (endpoint: Parameters<typeof mayRepeat>[0]) => {
    const { retry, again, reason } = mayRepeat(endpoint, outcome);
    expect(reason).not.toBe('');
    return `${retry} ${again}`;
  };
  expect(output(READS)).toBe(reads);
  expect(output(CHANGES)).toBe(changes);
  expect(output(QUOTE)).toBe(reads);
  expect(output(START)).toBe(`${changes.split(' ')[0]} no`);
});
