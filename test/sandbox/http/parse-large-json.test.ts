import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLargeJson } from '../../../src/sandbox/http/parse-large-json.ts';

/** What a parser gives, or that it gives nothing. */
async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch {
    return 'no JSON';
  }
}

const same = async (text: string) => {
  const expected = await outcome(() => JSON.parse(text));
  expect(await outcome(() => parseLargeJson(Buffer.from(text), 1))).toEqual(expected);
};

test.each([
  '{}',
  '[]',
  '{"payments":[]}',
  '{"payments":[1,2,3],"other":[{"a":[1,2]},"],["]}',
  '{"payments":[1,2],"payments":[3,4,5]}',
  '{"a":[1,2,3],"a":"b"}',
  '{"__proto__":[1,2,3]}',
  '{"a":["\\\\","\\"",",]"]}',
  '{"a":[1,,2]}',
  '{"a":[,1,2]}',
  '{"a":[1,2,]}',
  '{"a":[1,2}',
  '{"a":[1,2',
  '{"a":[1,2]]}',
  '{"a":[{"b":1,"c":[}],2]}',
  '[[1,2],[3]]',
  '{"a":[1,2]',
  '{"a":["1,2]}',
  '{"a":[1 2,3]}',
  '"text"',
  '',
])('%s equals JSON.parse', same);

test('any JSON, whole or damaged, equals JSON.parse', async () => {
  const damage = fc.record({ at: fc.nat(200), put: fc.constantFrom('', ',', ']', '[', '{', '}', '"', '\\', '1', ' ') });
  const lists = fc.dictionary(fc.string({ maxLength: 3 }), fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(lists, fc.option(damage), async (value, hurt) => {
      const text = JSON.stringify(value);
      await same(hurt ? text.slice(0, hurt.at) + hurt.put + text.slice(hurt.at + 1) : text);
    }),
    { numRuns: 500 },
  );
});

test('bytes that are not UTF-8 are refused', async () => {
  await expect(parseLargeJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 1)).rejects.toThrow();
});
