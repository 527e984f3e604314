import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/platform/canonical-json.ts';

describe('canonical JSON', () => {
  const CASES: readonly [name: string, value: unknown, text: string][] = [
    ['keys in order, at every depth', { b: 1, a: { d: 2, c: 3 } }, '{"a":{"c":3,"d":2},"b":1}'],
    ['keys in the order of their code units, not of a language', { ä: 1, z: 2, Z: 3 }, '{"Z":3,"z":2,"ä":1}'],
    ['no key without a value', { a: undefined, b: null }, '{"b":null}'],
    ['an array in its own order', [2, 1, { b: 1, a: 2 }], '[2,1,{"a":2,"b":1}]'],
    ['nothing in an array as null, so that the rest keeps its place', [1, undefined, 2], '[1,null,2]'],
    ['a bigint as text, to the last digit', { minor: 9_007_199_254_740_993n }, '{"minor":"9007199254740993"}'],
    ['a date in UTC', new Date('2026-07-31T12:00:00+02:00'), '"2026-07-31T10:00:00.000Z"'],
    ['a text with its quotes escaped', { 'a"b': 'c"d\n' }, '{"a\\"b":"c\\"d\\n"}'],
    ['nothing in an object', {}, '{}'],
    ['null', null, 'null'],
  ];
  it.each(CASES)('has %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('is the same text for the same data, whatever the order of its keys', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, item]) => [key, turned(item)]),
            )
          : value;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('writes every text as JSON does, with quotes, control characters and halves of surrogate pairs', () => {
    const texts = [
      '',
      '"',
      '\\',
      '\u0000',
      '\u001f',
      '\u007f',
      '\u2028',
      '\ud800',
      'a\udc00b',
      '😀',
      '\uffff',
      'plain ü',
    ];
    for (const text of texts) expect(canonicalJson({ [text]: text })).toBe(JSON.stringify({ [text]: text }));
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(canonicalJson(text)).toBe(JSON.stringify(text));
      }),
    );
  });

  it('is JSON of the same data, so that other data gives another text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
