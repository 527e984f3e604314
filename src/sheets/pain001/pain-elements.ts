import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { isPainVersion, messageOf, otherMessage, type PainVersion } from '../pain-version.ts';
import { PainFault } from './pain-fault.ts';

/**
 * The content of an element, by path from it: `Cdtr/PstlAdr/Ctry`. Attributes have an @: `Amt/InstdAmt@Ccy`. Elements
 * with children are included with an empty value, so that duplicates are visible.
 */
export type Elements = ReadonlyMap<string, readonly string[]>;

/** A payment with its position. */
export interface PainPayment {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly block: number;
  readonly payment: Elements;
  /** The elements that its block has for all its payments. */
  readonly common: Elements;
}

/** A block after its last payment. */
export interface PainBlock {
  readonly block: number;
  readonly payments: number;
  readonly common: Elements;
}

export interface PainListener {
  header(header: Elements): void;
  payment(payment: PainPayment): void;
  block(block: PainBlock): void;
  /** Called if the file has a digital signature. */
  signature(): void;
}

/** The limit of characters between two tags, and of the text of one payment or header. */
const LONGEST = 1_000_000;
/** The longest text of the schema; a name has 140 at most. */
const LONGEST_VALUE = 2_048;
/** The message itself needs 14 levels. */
const DEEPEST = 40;
/** The limit of elements and attributes of a payment, or of the header of a file or block. */
const MOST_VALUES = 20_000;
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';

class Collected {
  readonly values = new Map<string, string[]>();
  private size = 0;
  private count = 0;
  add(path: string, value: string): void {
    if (value.length > LONGEST_VALUE) throw new PainFault('a text in it is longer than payment files allow');
    this.size += value.length;
    if (++this.count > MOST_VALUES || this.size > LONGEST)
      throw new PainFault('one of its payments or headers is too large');
    const values = this.values.get(path);
    if (values) values.push(value);
    else this.values.set(path, [value]);
  }
}

/**
 * Reads the XML of a pain.001 in pieces. Throws `PainFault` if it is not well-formed, not a valid order, or has a DTD:
 * without one, no entity can expand. Elements of other namespaces are skipped with their content.
 */
export function painElements(listener: PainListener): {
  write(piece: string): void;
  end(): void;
  version(): PainVersion | null;
} {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let version: PainVersion | null = null;
  let namespace = '';
  let documents = 0;
  /** Names of the open elements, from the document on; empty outside. */
  let path: string[] = [];
  let depth = 0;
  /** Depth of a skipped element; 0 for none. */
  let passed = 0;
  let text = '';
  let waiting = 0;
  let orders = 0;
  let headers = 0;
  let blocks = 0;
  let payments = 0;
  let inBlock = 0;
  let current: Collected | null = null;
  let common: Collected | null = null;
  /** The length of the path at which `current` begins. */
  let base = 0;

  parser.on('error', () => {
    throw new PainFault('its XML is not well-formed, or it is cut off');
  });
  parser.on('doctype', () => {
    throw new PainFault('it has a document type definition (DTD), which payment files do not have');
  });

  const begin = (at: number): Collected => {
    base = at;
    current = new Collected();
    return current;
  };

  const put = (value: string, attribute = '') => {
    if (current === null || path.length <= base) return;
    current.add(path.slice(base).join('/') + attribute, value);
  };

  const openElement = (tag: SaxesTagNS) => {
    depth++;
    waiting = 0;
    if (depth > DEEPEST) throw new PainFault('its elements are nested too deeply');
    if (passed > 0) return;
    if (tag.uri === XMLDSIG && tag.local === 'Signature') listener.signature();
    if (path.length === 0) {
      if (tag.local !== 'Document' || messageOf(tag.uri) === null) return;
      if (++documents > 1) throw new PainFault('it has several documents. Save each in a file of its own');
      const message = messageOf(tag.uri);
      if (!isPainVersion(message)) throw new PainFault(otherMessage(message!));
      version = message;
      namespace = tag.uri;
      path = ['Document'];
      return;
    }
    if (tag.uri !== namespace) {
      passed = depth;
      return;
    }
    text = '';
    path.push(tag.local);
    if (path.length === 2 && (tag.local !== 'CstmrCdtTrfInitn' || ++orders > 1))
      throw new PainFault('it is not one order of credit transfers (CstmrCdtTrfInitn)');
    if (path.length === 3 && tag.local === 'GrpHdr') {
      if (++headers > 1) throw new PainFault('it has several headers (GrpHdr)');
      begin(3);
    } else if (path.length === 3 && tag.local === 'PmtInf') {
      blocks++;
      inBlock = 0;
      common = begin(3);
    } else if (path.length === 4 && path[2] === 'PmtInf' && tag.local === 'CdtTrfTxInf') {
      if (headers === 0) throw new PainFault('its header (GrpHdr) does not come before its payments');
      payments++;
      inBlock++;
      begin(4);
    } else {
      if (path.length === 4 && path[2] === 'PmtInf' && inBlock > 0)
        throw new PainFault('something follows the payments of a block (PmtInf) that must precede them');
      put('');
      for (const { local, prefix, value } of Object.values(tag.attributes as Record<string, SaxesAttributeNS>))
        if (prefix === '') put(value, `@${local}`);
    }
  };

  const closeElement = () => {
    waiting = 0;
    depth--;
    if (passed > 0) {
      if (depth < passed) passed = 0;
      return;
    }
    if (path.length === 0) return;
    const name = path.at(-1)!;
    if (current !== null && path.length > base) {
      const key = path.slice(base).join('/');
      const values = current.values.get(key);
      // `openElement` added an empty value. Only an element with text of its own replaces it.
      if (values && text.trim() !== '') {
        values.pop();
        current.add(key, text.trim());
      }
    }
    text = '';
    if (path.length === 3 && name === 'GrpHdr') listener.header(current!.values);
    else if (path.length === 3 && name === 'PmtInf')
      listener.block({ block: blocks, payments: inBlock, common: common!.values });
    else if (path.length === 4 && path[2] === 'PmtInf' && name === 'CdtTrfTxInf') {
      listener.payment({ number: payments, block: blocks, payment: current!.values, common: common!.values });
      current = common;
      base = 3;
    }
    path.pop();
  };

  parser.on('opentag', openElement);
  parser.on('closetag', closeElement);
  const more = (piece: string) => {
    if (passed > 0 || path.length === 0) return;
    text += piece;
    if (text.length > LONGEST) throw new PainFault(TOO_LONG);
  };
  parser.on('text', more);
  parser.on('cdata', more);

  return {
    write: (piece) => {
      waiting += piece.length;
      parser.write(piece);
      // A tag, comment or text without an end: the parser would buffer everything.
      if (waiting > LONGEST) throw new PainFault(TOO_LONG);
    },
    end: () => {
      parser.close();
      if (documents === 0 || orders === 0 || headers === 0)
        throw new PainFault('it has no order of credit transfers (CstmrCdtTrfInitn) with a header (GrpHdr)');
    },
    version: () => version,
  };
}

const TOO_LONG = 'something in it is longer than a million characters';
