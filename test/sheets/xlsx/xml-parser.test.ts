import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { xmlTokens } from '../../../src/sheets/xlsx/xml-parser.ts';
import { type Random, random } from '../random.ts';

/** What is heard of a document; texts that follow each other are one. */
type Heard = (readonly [kind: string, name: string, attributes?: Readonly<Record<string, string>>])[];

function hear(heard: Heard) {
  const text = (more: string) => {
    const last = heard.at(-1);
    if (last?.[0] === 'text') heard[heard.length - 1] = ['text', last[1] + more];
    else heard.push(['text', more]);
  };
  return {
    open: (name: string, attributes: Readonly<Record<string, string>>) => void heard.push(['open', name, { ...attributes }]),
    text,
    close: (name: string) => void heard.push(['close', name]),
  };
}

/** Null where it is refused. */
function ours(xml: string, next: Random): Heard | null {
  const heard: Heard = [];
  const tokens = xmlTokens(hear(heard));
  try {
    for (let at = 0; at < xml.length; ) {
      const to = at + 1 + next(40);
      tokens.write(xml.slice(at, to));
      at = to;
    }
    tokens.end();
    return heard;
  } catch {
    return null;
  }
}

function model(xml: string): Heard | null {
  const heard: Heard = [];
  const { open, text, close } = hear(heard);
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('DTD');
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) throw new Error('encoding');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    open(name, attributes as Record<string, string>);
  });
  parser.on('text', (more) => {
    if (depth > 0) text(more);
  });
  parser.on('cdata', (more) => text(more));
  parser.on('closetag', ({ name }) => {
    depth--;
    close(name);
  });
  try {
    parser.write(xml);
    parser.close();
    return heard.filter(([kind, value]) => kind !== 'text' || value !== '');
  } catch {
    return null;
  }
}

const WHOLE = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand --><x:worksheet xmlns:x='urn:a' a="1 &lt; 2"><cols/>
<row r="1" ht = "15"><c r="A1" t='s'><v>0</v></c><c r="B1"><is><t xml:space="preserve"> a &amp; b&#x41;\r\n</t></is></c></row>
<row><c\n r="A2"><v><![CDATA[<x> & ]]></v></c><empty a="x>y" b="'"/></row><?pi some?></x:worksheet>\n`;
const PIECES = ['<', '>', '"', "'", '&', '&amp;', '&x;', '&#0;', '&#xD800;', '<!--', '-->', '<![CDATA[', ']]>', '<?', '/>', '</c>', '<!DOCTYPE a>', ' a="1"', '\r', '\t', '\0', '=', '/', ' ', '<c>', 'é', ':'];

function damaged(next: Random): string {
  let xml = WHOLE;
  for (let times = next(4); times > 0; times--) {
    const at = next(xml.length);
    xml = xml.slice(0, at) + (next(3) > 0 ? PIECES[next(PIECES.length)] : '') + xml.slice(at + (next(2) === 0 ? 0 : next(12)));
  }
  return xml;
}

describe('the reader of XML', () => {
  it('reports of every document what saxes reports, or refuses it; and refuses nothing that saxes accepts', () => {
    let whole = 0;
    for (let seed = 0; seed < 3000; seed++) {
      const next = random(seed);
      const xml = damaged(next);
      const expected = model(xml);
      const heard = ours(xml, next)?.filter(([kind, value]) => kind !== 'text' || value !== '') ?? null;
      if (heard) whole++;
      expect(heard, `seed ${seed}: ${xml}`).toEqual(expected);
    }
    expect(whole).toBeGreaterThan(1000);
  });

  it.each([
    ['elements without end', '<a>'.repeat(200)],
    ['text without end', `<a>${'x'.repeat(5_000_000)}`],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    ['two roots', '<a/><b/>'],
    ['nothing', ''],
  ])('refuses %s', (_, xml) => {
    expect(ours(xml, () => 1_000_000)).toBeNull();
  });
});
