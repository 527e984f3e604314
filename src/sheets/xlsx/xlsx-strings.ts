import { XlsxFault } from './xlsx-fault.ts';
import { richText } from './xlsx-rich-text.ts';
import { readXml, SPREADSHEET } from './xlsx-xml.ts';

/** The texts that cells share, by index. */
export interface SharedStrings {
  /** Throws if the index does not exist. */
  at(index: number): string;
}

const BLOCK = 1024 * 1024;
/** The limit of UTF-8 bytes in total; 100,000 rows of 16 columns have 11 MB. */
const MOST = 512 * BLOCK;
/** The first texts of a workbook repeat the most: currencies, countries, types. */
const HOT = 4096;

/**
 * Stores texts as UTF-8 in blocks outside V8's heap: the 500,000 texts of 100,000 rows take 15 MB. As strings they take
 * 23 MB that every garbage collection scans, and keep 17 MB of the XML alive.
 */
function stringStore(): SharedStrings & { add(text: string): void } {
  const blocks: Buffer[] = [];
  let free = 0;
  let all = 0;
  let count = 0;
  /** The number of the block times its least size, and the start in it. */
  let placeOf = new Uint32Array(1024);
  let lengthOf = new Uint32Array(1024);
  const hot: (string | undefined)[] = new Array(HOT);
  const grown = (array: Uint32Array): Uint32Array<ArrayBuffer> => {
    const more = new Uint32Array(array.length * 2);
    more.set(array);
    return more;
  };
  return {
    add: (text) => {
      const length = Buffer.byteLength(text);
      all += length;
      if (all > MOST) throw new XlsxFault('it has more text than a sheet can hold');
      if (free <= length) {
        free = Math.max(BLOCK, length);
        blocks.push(Buffer.allocUnsafeSlow(free));
      }
      if (count === placeOf.length) {
        placeOf = grown(placeOf);
        lengthOf = grown(lengthOf);
      }
      const block = blocks.at(-1)!;
      const start = block.length - free;
      block.write(text, start);
      placeOf[count] = (blocks.length - 1) * BLOCK + start;
      lengthOf[count] = length;
      free -= length;
      count++;
    },
    at: (index) => {
      const known = hot[index];
      if (known !== undefined) return known;
      if (!(index < count)) throw new XlsxFault('the text of a cell is missing');
      const start = placeOf[index]! % BLOCK;
      const text = blocks[Math.floor(placeOf[index]! / BLOCK)]!.toString('utf8', start, start + lengthOf[index]!);
      if (index < HOT) hot[index] = text;
      return text;
    },
  };
}

export async function readStrings(chunks: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const store = stringStore();
  const rich = richText();
  let depth = 0;
  const listener = {
    open: (name: string) => {
      depth++;
      if (depth === 2 && name !== 'si' && name !== 'extLst')
        throw new XlsxFault('a part of the workbook is not what it should be');
      if (depth > 2) rich.open(name);
    },
    text: (text: string) => {
      if (depth > 2) rich.text(text);
    },
    close: (name: string) => {
      if (depth > 2) rich.close();
      else if (depth === 2 && name === 'si') store.add(rich.take());
      depth--;
    },
  };
  for await (const _ of readXml(chunks, 'sst', SPREADSHEET, listener));
  return store;
}
