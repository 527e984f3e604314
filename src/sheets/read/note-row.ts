import { readAmountText } from '../cells/amount-text.ts';
import { columnNamed } from '../headers/columns.ts';
import type { SheetNote } from '../sheet-note.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { Understood } from '../understood-sheet.ts';

/** A table with fewer columns has rows as short as a note. */
const LEAST_COLUMNS = 5;
/** "Approved by: Ann" in one cell or two. */
const MOST_FILLED = 2;
const LONGEST = 400;
/** Kinds of columns in which any text could be a payment's. */
const OF_PAYMENT: ReadonlySet<string> = new Set(['amount', 'currency', 'code']);
const KEYS: ReadonlySet<string> = new Set(['paymentReference', 'referenceId', 'email', 'merchant']);

/**
 * Creates a function that recognizes notes and signatures below a total: "Approved: ____". A payment that misses most
 * of its cells is none: its first cell is one word.
 */
export function noteRowFinder({ columns, results }: Pick<Understood, 'columns' | 'results'>) {
  const ofPayment = columns.map((name) => name !== null && (KEYS.has(name) || OF_PAYMENT.has(columnNamed(name)!.kind)));
  return ({ values }: SheetRecord): boolean => {
    if (columns.length < LEAST_COLUMNS) return false;
    const filled = values.flatMap((value, at) => {
      const isResult = results !== null && at >= results.from && at < results.to;
      return value.trim() === '' || isResult ? [] : [{ at, text: value.trim() }];
    });
    const [first, second] = filled;
    if (!first || filled.length > MOST_FILLED || first.text.length > LONGEST) return false;
    if (second && (ofPayment[second.at] ?? true)) return false;
    return (
      /\p{L}{3}|[^\p{Script=Latin}\P{L}]/u.test(first.text) && /[\s:_]/.test(first.text) && !first.text.includes('@')
    );
  };
}

/** Beginnings of signature lines, by language of the words for totals. */
const SIGNATURES = [
  'prepared by|approved by|checked by|reviewed by|authorised by|authorized by|verified by|submitted by|signed by|signature|signed|date and signature|date, signature|place, date|managing director|finance director|financial controller|treasurer',
  'erstellt|erstellt von|geprüft|geprüft von|freigegeben|freigegeben von|genehmigt|genehmigt von|bearbeitet von|sachlich richtig|unterschrift|ort, datum|datum, unterschrift|gezeichnet|gez|der geschäftsführer|die geschäftsführung|geschäftsführung',
  'établi par|préparé par|vérifié par|validé par|approuvé par|fait à|signature|bon pour accord|visa|date et signature|date, signature|lieu, date|vu et approuvé|lu et approuvé|la direction|le directeur|le comptable|opgesteld door|gecontroleerd door|goedgekeurd door|handtekening',
  'il direttore|data e firma|data, firma|el director|fecha y firma|fecha, firma|lugar y fecha|preparato da|verificato da|approvato da|redatto da|firma|luogo e data|preparado por|elaborado por|revisado por|aprobado por|autorizado por|vo bo|aprovado por|conferido por|assinatura|signat',
  'upprättad av|granskad av|godkänd av|attesterad av|attest|underskrift|utarbeidet av|kontrollert av|godkjent av|underskrift|udarbejdet af|kontrolleret af|godkendt af|laatija|tarkastaja|hyväksyjä|allekirjoitus',
  'sporządził|sprawdził|zatwierdził|podpis|vyhotovil|vypracoval|schválil|kontroloval|vystavil|podpis|készítette|ellenőrizte|jóváhagyta|aláírás|întocmit|verificat|aprobat|semnătura|izradio|odobrio|potpis',
  'hazırlayan|kontrol eden|onaylayan|imza|συντάχθηκε|εγκρίθηκε|υπογραφή|подготовил|составил|проверил|утвердил|подпись|підготував|перевірив|затвердив|підпис|изготвил|одобрил',
  'người lập|người duyệt|chữ ký|disiapkan oleh|disetujui oleh|disediakan oleh|tanda tangan|أعده|اعتمده|التوقيع|הוכן על ידי|אושר על ידי|חתימה|作成者|承認者|確認者|承認|制表|审核|審核|批准|签字|簽名|작성자|승인자|확인자|결재|서명',
];
/** Closings, dates and numbers of pages, printed below a list. Of words that are also names, only with what follows. */
const CLOSINGS = [
  'mit freundlichen (?:grüßen|grüssen)|mit freundlichem gru(?:ß|ss)|freundliche grüsse|kind regards|best regards|yours (?:sincerely|faithfully)|sincerely yours|cordialement|salutations distinguées|cordiali saluti|distinti saluti|saludos cordiales|atentamente|atenciosamente|met vriendelijke groet(?:en)?',
  'med (?:vänlig|venlig|vennlig) h(?:älsning|ilsen)|ystävällisin terveisin|z poważaniem|s pozdravem|s pozdravom|tisztelettel|üdvözlettel|cu stimă|s poštovanjem|saygılarımızla|saygılarımla|με εκτίμηση|с уважением|з повагою|с уважение',
  'i\\. ?[av]\\.|ppa\\.|(?:datum|date|fecha|data|dato|päiväys|dátum|tarih|дата) ?:|(?:seite|page|página|pagina|sida|side|sivu|strona|strana|oldal|sayfa|стр\\.?|страница) \\d+|gedruckt (?:am|von)|druckdatum|printed (?:on|by)|imprimé le|stampato il|impreso el|wydrukowano',
];
const SIGNATURE = new RegExp(`^(?:${[...SIGNATURES, ...CLOSINGS].join('|')})(?![\\p{L}\\p{N}])`, 'iu');
/** "_______": where someone signs. */
const RULED = /^[\s_.…]{3,}$/;
/** "Approved by: Ann, Date: 1 June" in cells of their own. */
const MOST_SIGNED = 4;

/**
 * Whether a row is a signature line, which may also be below payments without a total: "Prepared by | Bo". A row with
 * an amount is none.
 * @param amounts the positions of the columns of amounts
 */
export function isSignatureRow({ values }: SheetRecord, amounts: readonly number[]): boolean {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length === 0 || filled.length > MOST_SIGNED) return false;
  if (!SIGNATURE.test(filled.join(', ')) && !filled.every((text) => RULED.test(text))) return false;
  const hasAmount = amounts.some((at) => readAmountText((values[at] ?? '').trim()).kind !== 'unreadable');
  return !hasAmount && !filled.some((text) => text.includes('@'));
}

/** A sentence about the notes of a sheet, below its total if it has one. */
export function notesNote(notes: readonly SheetRecord[], above: 'total' | 'payments'): SheetNote {
  return { code: 'rows_below_total', text: notesText(notes, above) };
}

function notesText(notes: readonly SheetRecord[], above: string): string {
  const [first, last] = [notes[0]!.row, notes.at(-1)!.row];
  if (first === last) return `Row ${first}, below the ${above}, is a note, not a payment.`;
  return `Rows ${first} ${notes.length === 2 ? 'and' : 'to'} ${last}, below the ${above}, are notes, not payments.`;
}
