import type { ComparedTotalsRow, SheetRow } from '../../model.ts';
import { moreOrLess } from '../sheet-facts.ts';
import type { Elements, PainBlock, PainPayment } from './pain-elements.ts';

/** A decimal in XML Schema; CtrlSum has up to 17 digits after the point. */
const DECIMAL = /^[+]?(\d*)(?:\.(\d*))?$/;
const SCALE = 20;
/** Differences that are listed one by one. */
const MOST_NAMED = 5;

interface Sum {
  payments: number;
  /** Scaled by 10^`SCALE`. */
  amount: bigint;
  /** The number of the first payment whose amount cannot be read; null if none. */
  unread: number | null;
}

/**
 * Counts payments and adds up their amounts across currencies, as `NbOfTxs` and `CtrlSum` do, and compares both for the
 * file and for each of its blocks. Use one per reading.
 */
export function painTotals() {
  /** The amounts as users corrected them, of the whole file. */
  const asCorrected: Sum = { payments: 0, amount: 0n, unread: null };
  const whole: Sum = { payments: 0, amount: 0n, unread: null };
  let block: Sum = { payments: 0, amount: 0n, unread: null };
  let header: Elements = new Map();
  const differences: string[] = [];
  let different = 0;
  let summed = false;
  let unread: number | null = null;

  const compare = (of: string, stated: Elements, sum: Sum) => {
    const differ = (text: string) => {
      different++;
      if (differences.length < MOST_NAMED) differences.push(text);
    };
    const count = stated.get('NbOfTxs')?.[0];
    if (count !== undefined && count !== String(sum.payments) && Number(count) !== sum.payments)
      differ(
        `${of} says ${/^\d{1,15}$/.test(count) ? count : 'an unreadable number of'} payments (NbOfTxs) and has ${sum.payments}`,
      );
    const control = stated.get('CtrlSum')?.[0];
    if (control === undefined || control === '') return;
    summed = true;
    const wanted = scaled(control);
    if (sum.unread !== null) unread = sum.unread;
    else if (wanted === null) differ(`the control sum (CtrlSum) of ${of} cannot be read`);
    else if (wanted !== sum.amount)
      differ(`${of} says ${shown(wanted)} (CtrlSum) but its payments total ${shown(sum.amount)}`);
  };

  return {
    header: (elements: Elements) => {
      header = elements;
    },
    payment: ({ number, payment }: PainPayment) => {
      const texts = [payment.get('Amt/InstdAmt')?.[0], payment.get('Amt/EqvtAmt/Amt')?.[0]].filter(
        (text) => text !== undefined,
      );
      const amount = texts.length === 1 ? scaled(texts[0]!) : null;
      for (const sum of [whole, block]) {
        sum.payments++;
        if (amount === null) sum.unread ??= number;
        else sum.amount += amount;
      }
    },
    /** A payment as a user corrected it. */
    corrected: ({ row, cells }: SheetRow) => {
      const texts = [cells.amount, cells.targetAmount].filter((text) => text !== undefined);
      const amount = texts.length === 1 ? scaled(texts[0]!) : null;
      if (amount === null) asCorrected.unread ??= row;
      else asCorrected.amount += amount;
    },
    block: ({ block: number, common }: PainBlock) => {
      compare(`block ${number} (PmtInf)`, common, block);
      block = { payments: 0, amount: 0n, unread: null };
    },
    /** The control sum of the file compared with the payments as corrected; null if it has none that can be read. */
    correctedResult: (): ComparedTotalsRow | null => {
      const stated = scaled(header.get('CtrlSum')?.[0] ?? '');
      if (stated === null) return null;
      const of = { row: null, label: 'CtrlSum', stated: shown(stated) };
      const { amount, unread } = asCorrected;
      if (unread !== null)
        return { ...of, found: null, difference: null, why: `the amount of payment ${unread} cannot be read` };
      const apart = amount - stated;
      return {
        ...of,
        found: shown(amount),
        difference: apart === 0n ? null : `${apart < 0n ? '-' : ''}${shown(apart < 0n ? -apart : apart)}`,
        why: null,
      };
    },
    /** Call at the end of the file. `difference` is null if everything agrees. */
    result: (): { readonly difference: string | null; readonly note: string } => {
      compare('the file (GrpHdr)', header, whole);
      const more = different - differences.length;
      const difference = different === 0 ? null : `${differences.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
      const counted = header.get('NbOfTxs')?.[0]
        ? 'Its number of payments'
        : 'The file gives no number of payments (NbOfTxs), so they were counted';
      const note =
        difference !== null
          ? 'The totals in the file do not match its payments.'
          : unread !== null
            ? `The control sum could not be compared: the amount of payment ${unread} cannot be read.`
            : !header.get('NbOfTxs')?.[0]
              ? `${counted}.`
              : summed
                ? `${counted} (NbOfTxs) and control sums (CtrlSum) match.`
                : `${counted} (NbOfTxs) matches; it has no control sum (CtrlSum).`;
      return { difference, note };
    },
  };
}

/** A sentence about the control sum compared with the payments as corrected. */
export function controlSumNote({ stated, found, difference, why }: ComparedTotalsRow): string {
  if (why !== null) return `The control sum could not be compared with the payments as corrected: ${why}.`;
  if (difference === null) return 'The control sum matches the payments as corrected.';
  return `The control sum says ${stated}, but the payments as corrected total ${found}: ${moreOrLess(difference)}.`;
}

function scaled(text: string): bigint | null {
  const [found, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (found === undefined || whole + fraction === '' || fraction.length > SCALE || whole.length > 30) return null;
  return BigInt(`${whole}${fraction.padEnd(SCALE, '0')}`);
}

function shown(value: bigint): string {
  const digits = value.toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${digits
    .slice(-SCALE)
    .replace(/(?<!0)0+$/, '')
    .padEnd(2, '0')}`;
}
