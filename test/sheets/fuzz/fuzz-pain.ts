import iconv from 'iconv-lite';
import type { SheetRow } from '../../../src/model.ts';
import { damagedText, readFuzzed } from './fuzz-reading.ts';
import { BUSINESS, type PainBlockSpec, painOf } from '../pain001/pain-of.ts';
import { type Random, random } from '../random.ts';

const ENCODINGS = [
  { said: 'UTF-8', codec: 'utf8', bom: false },
  { said: 'UTF-8', codec: 'utf8', bom: true },
  { said: 'UTF-16', codec: 'utf-16le', bom: true },
  { said: 'UTF-16', codec: 'utf-16be', bom: true },
  { said: 'ISO-8859-1', codec: 'iso-8859-1', bom: false },
] as const;
const NAMES = ['Muster GmbH', 'Ünal &amp; Söhne KG', 'A &lt;b&gt; Ltd', 'Total', 'amount', '<![CDATA[x & y]]> Inc'];
/** Words that mean something in a payment order, put where they do not belong. */
// biome-ignore format: a list of words
const WORDS = [
  '<', '>', '&', '"', '<!--', '-->', '<![CDATA[', ']]>', '</CdtTrfTxInf>', '<CdtTrfTxInf>', '</PmtInf>', '<PmtInf>', '<Cdtr>', '</Document>', '<?x?>', '<!DOCTYPE x>', '\0', '9', ' xmlns="urn:x"',
];

/**
 * Makes a payment order as `seed` says and reads it: whole, and then exactly its payments must come back; or damaged, and then it is
 * refused with an error of ours, or does not agree with its own sums, or has every payment with its amount. Null if that holds.
 */
export async function fuzz(seed: number): Promise<string | null> {
  const next = random(seed);
  const encoding = ENCODINGS[next(ENCODINGS.length)]!;
  const blocks = Array.from({ length: 1 + next(3) }, (_, block) => blockOf(block, next));
  const text = painOf({
    version: (['03', '09', '11'] as const)[next(3)]!,
    prefix: next(4) === 0 ? 'p' : '',
    declaration: `<?xml version="1.0" encoding="${encoding.said}"?>\n`,
    blocks: blocks.map(({ spec }) => spec),
  });
  const wanted = blocks.flatMap(({ payments }) => payments);
  const kind = (['whole', 'damaged', 'tampered'] as const)[next(3)]!;
  const damaged = kind !== 'whole';
  const made = kind === 'whole' ? text : kind === 'damaged' ? damagedText(text, WORDS, next) : tampered(text, next);
  const bytes = iconv.encode(made, encoding.codec, { addBOM: encoding.bom });
  const read = await readFuzzed('fuzz.xml', bytes, 1 + next(500), async (sheet) => {
    const rows: SheetRow[] = [];
    for await (const chunk of sheet.rows(1 + next(5))) rows.push(...chunk);
    return { rows, difference: sheet.noticed().totals.difference };
  });
  if (typeof read === 'string') return read;
  if (read === null) return damaged ? null : 'a good order was refused';
  const { rows, difference } = read.made;
  if (difference !== null) return damaged ? null : `a good order does not agree: ${difference}`;
  if (kind === 'tampered') return 'a payment that was left out, repeated or changed is missed by nobody';
  const numbers = rows.map(({ row }) => row);
  if (numbers.some((number, i) => number !== i + 1)) return `its payments were numbered ${numbers}`;
  // Two changes may make up for each other, but not in number and sum at once.
  if (rows.length !== wanted.length) return `it has ${wanted.length} payments, and ${rows.length} were read`;
  // With an amount that cannot be read there is no sum to compare, and that payment is said to be wrong.
  if (rows.some(({ cells, findings }) => (cells.amount ?? cells.targetAmount) === undefined || findings.some(({ severity }) => severity === 'error'))) return damaged ? null : 'a good payment is wrong';
  if (damaged) return null;
  const output = rows.map(({ cells }) => [cells.paymentReference, Number(cells.amount ?? cells.targetAmount)]);
  const true_ = wanted.map(({ reference, amount }) => [reference, amount]);
  return JSON.stringify(output) === JSON.stringify(true_) ? null : `${JSON.stringify(true_)} was read as ${JSON.stringify(output)}`;
}

/** A whole payment left out, repeated or made a comment, or another amount: the file stays well-formed. */
function tampered(text: string, next: Random): string {
  const payments = [...text.matchAll(/<(p:)?CdtTrfTxInf>[^]*?<\/(p:)?CdtTrfTxInf>/g)];
  const { 0: payment, index: at } = payments[next(payments.length)]!;
  const changed = [
    () => '',
    () => payment + payment,
    () => `<!--${payment}-->`,
    () => payment.replace(/(\d)(?=\.\d\d<)/, (digit) => String((Number(digit) + 1 + next(9)) % 10)),
  ][next(4)]!();
  return text.slice(0, at) + changed + text.slice(at + payment.length);
}

function blockOf(block: number, next: Random): { spec: PainBlockSpec; payments: { reference: string; amount: number }[] } {
  const payments = Array.from({ length: 1 + next(6) }, (_, i) => ({
    reference: `R-${block}-${i}`,
    amount: (1 + next(999_999)) / 100,
    currency: next(3) === 0 ? 'USD' : 'EUR',
    name: NAMES[next(NAMES.length)]!,
  }));
  return {
    payments,
    spec: {
      payments: payments.map(({ reference, amount, currency, name }) => ({
        id: `<PmtId><EndToEndId>${reference}</EndToEndId></PmtId>`,
        amount: `<Amt><InstdAmt Ccy="${currency}">${amount.toFixed(2)}</InstdAmt></Amt>`,
        creditor: BUSINESS.replace('Muster Film GmbH', name),
      })),
    },
  };
}
