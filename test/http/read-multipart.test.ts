import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BrokenMultipart, boundaryOf, readMultipart } from '../../src/http/bodies/read-multipart.ts';

interface Part {
  readonly name: string;
  readonly filename: string | null;
  readonly content: Buffer;
}

async function parse(body: Buffer, boundary: string, cuts: readonly number[]): Promise<Part[]> {
  async function* pieces() {
    let from = 0;
    for (const cut of cuts.map((n) => n % (body.length + 1)).sort((a, b) => a - b)) {
      yield body.subarray(from, cut);
      from = cut;
    }
    yield body.subarray(from);
  }
  const parts: Part[] = [];
  await readMultipart(pieces(), boundary, (head) => {
    const at = parts.push({ ...head, content: Buffer.alloc(0) }) - 1;
    return async (piece) => {
      parts[at] = { ...parts[at]!, content: Buffer.concat([parts[at]!.content, piece]) };
    };
  });
  return parts;
}

/** What a browser sends for these fields and files. */
async function encoded(fields: readonly [name: string, content: string | Uint8Array, filename: string | null][]) {
  const form = new FormData();
  for (const [name, content, filename] of fields)
    if (filename === null) form.append(name, String(content));
    else form.append(name, new File([content as Uint8Array<ArrayBuffer>], filename));
  const sent = new Response(form);
  return { body: Buffer.from(await sent.arrayBuffer()), boundary: boundaryOf(sent.headers.get('Content-Type')!)! };
}

it('a form is read as sent, wherever the network cut it', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    // What looks like the beginning of a mark.
    fc
      .array(fc.constantFrom('\r', '\n', '-', '\r\n--', '----formdata-'), { maxLength: 30 })
      .map((all) => Buffer.from(all.join(''))),
  );
  const part = fc.oneof(
    fc.tuple(text, text, fc.constant(null)),
    fc.tuple(text, bytes, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 8 }), async (fields, cuts) => {
      const { body, boundary } = await encoded(fields);
      const expected = await new Response(body, {
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      }).formData();
      const parts = await parse(body, boundary, cuts);
      const plain = [];
      for (const [name, value] of expected)
        plain.push(
          typeof value === 'string'
            ? { name, filename: null, content: Buffer.from(value) }
            : { name, filename: value.name, content: Buffer.from(await value.arrayBuffer()) },
        );
      expect(parts).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});

it('a form that ends too early, or is not one, is refused', async () => {
  const { body, boundary } = await encoded([
    ['a', 'b', null],
    ['sheet', Buffer.from('amount\n1.00\n'), 'june.csv'],
  ]);
  for (let length = 0; length < body.length - 2; length++)
    await expect(parse(body.subarray(0, length), boundary, []), `${length} bytes`).rejects.toThrow(BrokenMultipart);
  for (const other of ['', 'a=b', '--x\r\n\r\n\r\n--x--', `--x\r\n${'a'.repeat(9_000)}`])
    await expect(parse(Buffer.from(other), 'x', [])).rejects.toThrow(BrokenMultipart);
});

it('the boundary is read from the header, with quotes or without', () => {
  expect(boundaryOf('multipart/form-data; boundary=a-b')).toBe('a-b');
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
  for (const none of [undefined, 'text/plain; boundary=x', 'multipart/form-data', 'multipart/form-data; boundary='])
    expect(boundaryOf(none)).toBeNull();
});
