import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned } from '../../../src/web/webhooks/signature.ts';

const NOW = 1791021600;
const BODY = Buffer.from('{"model":"payment"}');
/** The vector of the interface's facts: key `secret`, t 1791021600. */
const VECTOR = '118b52899aec0f84424fad925ed4c94e532a5294f016591e1773189ce6317bea';
const sign = (t: number | string, body: string | Buffer = BODY, key = 'secret') =>
  createHmac('sha256', key).update(String(t)).update(body).digest('hex');

describe('a signature', () => {
  const CASES: readonly [name: string, header: string | undefined, keys: readonly string[], good: boolean][] = [
    ['is the vector of the interface', `t=${NOW},v1=${VECTOR}`, ['secret'], true],
    ['fits any of the keys', `t=${NOW},v1=${VECTOR}`, ['another', 'secret', 'third'], true],
    ['of 299 s ago', `t=${NOW - 299},v1=${sign(NOW - 299)}`, ['secret'], true],
    ['of 301 s ago', `t=${NOW - 301},v1=${sign(NOW - 301)}`, ['secret'], false],
    ['of 301 s in the future', `t=${NOW + 301},v1=${sign(NOW + 301)}`, ['secret'], false],
    ['with another time than was signed', `t=${NOW + 1},v1=${VECTOR}`, ['secret'], false],
    ['by another key', `t=${NOW},v1=${VECTOR}`, ['another'], false],
    ['where there is no key', `t=${NOW},v1=${VECTOR}`, [], false],
    ['by what stands in for a missing key', `t=${NOW},v1=${sign(NOW, BODY, 'no key')}`, [], false],
    ['of another body', `t=${NOW},v1=${sign(NOW, '{"model": "payment"}')}`, ['secret'], false],
    ['with a dot between', `t=${NOW},v1=${sign(`${NOW}.`)}`, ['secret'], false],
    ['in upper case', `t=${NOW},v1=${VECTOR.toUpperCase()}`, ['secret'], false],
    ['cut short', `t=${NOW},v1=${VECTOR.slice(0, 62)}`, ['secret'], false],
    ['of zeros', `t=${NOW},v1=${'0'.repeat(64)}`, ['secret'], false],
    ['without a time', `v1=${VECTOR}`, ['secret'], false],
    ['of an empty text', `t=,v1=${sign('')}`, ['secret'], false],
    ['that is missing', undefined, ['secret'], false],
  ];
  it.each(CASES)('%s', (_, header, keys, good) => {
    expect(isSigned(header, BODY, keys, { now: NOW * 1000, toleranceMs: 300_000 })).toBe(good);
  });
});
