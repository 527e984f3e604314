import { pluralize } from '../../platform/pluralize.ts';
import type { Elements, PainBlock } from './pain-elements.ts';
import type { PainNote } from './pain-row.ts';

/** Notes on the file, each with the number of payments that it applies to. */
const SENTENCES: Readonly<Record<PainNote, (payments: string) => string>> = {
  'name split': (of) => `${of}: a person’s name was split into first and last name; check both.`,
  'id unused': (of) =>
    `${of}: an identification of the creditor (Othr) is not used, because the file does not say of which kind it is.`,
  bearer: (of) => `${of}: who bears the charges (ChrgBr) is not passed on; the fees are those of the payout service.`,
  intermediary: (of) => `${of}: an intermediary bank (IntrmyAgt) is not passed on; the payout service finds the route.`,
  'ultimate debtor': (of) => `${of}: an ultimate debtor (UltmtDbtr) is not passed on.`,
  'not passed on': (of) => `${of}: instructions to banks, tax or regulatory reporting are not passed on.`,
  'no reference': (of) => `${of}: the file gives no reference (EndToEndId, InstrId), so one was derived.`,
  'bank code unused': (of) => `${of}: the national number of the bank (ClrSysMmbId) is not used beside the IBAN.`,
};

/** The day with which German and Swiss banks' formats ask for execution at once. */
const AT_ONCE = '1999-01-01';
const WHEN = 'payments go out when the run is approved, or on the pay date that you choose for it.';
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** Collects the notes on a whole pain.001. Use one per reading. */
export function painNotes() {
  const counts = new Map<PainNote, number>();
  const debtors = new Set<string>();
  let first = '';
  let last = '';
  let signed = false;
  let atOnce = false;
  return {
    row: (notes: readonly PainNote[]) => {
      for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
    },
    block: ({ common }: PainBlock) => {
      const date = dateOf(common);
      if (date === AT_ONCE) atOnce = true;
      else if (date !== null) {
        first = first === '' || date < first ? date : first;
        last = date > last ? date : last;
      }
      const account = common.get('DbtrAcct/Id/IBAN')?.[0] || common.get('DbtrAcct/Id/Othr/Id')?.[0];
      if (account && debtors.size < 100) debtors.add(account);
    },
    signature: () => {
      signed = true;
    },
    sentences: (): readonly string[] => [
      ...(first === ''
        ? []
        : [
            `The file asks for execution ${first === last ? `on ${first}` : `between ${first} and ${last}`} (ReqdExctnDt); ${WHEN}`,
          ]),
      ...(atOnce ? [`The file asks for execution at once (ReqdExctnDt ${AT_ONCE}); ${WHEN}`] : []),
      ...(debtors.size > 1
        ? [
            `The file names ${debtors.size} accounts that pay (DbtrAcct); everything is paid from the merchant's balances.`,
          ]
        : []),
      ...(signed ? ['The file has a digital signature, which was not verified.'] : []),
      ...[...counts].map(([note, payments]) => SENTENCES[note](pluralize(payments, 'payment'))),
    ],
  };
}

function dateOf(common: Elements): string | null {
  const date = ['ReqdExctnDt', 'ReqdExctnDt/Dt', 'ReqdExctnDt/DtTm'].map((path) => common.get(path)?.[0] ?? '');
  return date.find((text) => DATE.test(text))?.slice(0, 10) ?? null;
}
