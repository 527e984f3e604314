import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  copyFromStdin,
  createMessageReader,
  message,
  query,
  readyStatus,
  startupUser,
} from '../../../src/ledger/embedded/wire-protocol.ts';

const startup = (() => {
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from('user\0maria\0database\0x\0\0')]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
})();
const SSL = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

it('messages are found wherever the bytes are cut', () => {
  const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(60)), (queries, cuts) => {
      const sent = queries.map((text) => query(text.replaceAll('\0', '')));
      const bytes = Buffer.concat([SSL, startup, ...sent]);
      const reader = createMessageReader();
      const found = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        found.push(...reader.push(bytes.subarray(at, at + cut))!);
        at += cut;
      }
      expect(found.map(({ type }) => type)).toEqual(['ssl', 'startup', ...queries.map(() => 'Q')]);
      expect(Buffer.concat(found.map((each) => each.bytes)).equals(bytes)).toBe(true);
    }),
  );
});

it.each([
  ['a web browser', Buffer.from('GET / HTTP/1.1\r\n')],
  ['a length of nothing', Buffer.concat([startup, Buffer.from([81, 0, 0, 0, 0])])],
  ['a negative length', Buffer.concat([startup, Buffer.from([81, 255, 255, 255, 255])])],
])('%s does not speak the protocol', (_, bytes) => {
  expect(createMessageReader().push(bytes)).toBeNull();
});

it('a startup message names its user', () => {
  expect(startupUser(startup)).toBe('maria');
});

it.each([
  ['copy payrun.payment (a, b) from stdin', true],
  ['COPY x FROM STDIN', true],
  ["copy x from '/dev/blob'", false],
  ['copy x to stdout', false],
  ["select 'copy x from stdin'", false],
])('`%s` is a copy from the client: %s', (sql, is) => {
  expect(copyFromStdin(query(sql))).toBe(is ? sql : null);
});

it('a response says at its end whether a transaction is open', () => {
  const ready = (status: string) => message('Z', Buffer.from(status));
  expect(['I', 'T', 'E'].map((status) => readyStatus(ready(status)))).toEqual(['I', 'T', 'E']);
  expect(readyStatus(Buffer.from('123456'))).toBeNull();
  expect(readyStatus(Buffer.alloc(2))).toBeNull();
});
