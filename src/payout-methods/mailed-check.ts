import type { Cells, Finding } from '../model.ts';
import { checkText } from '../rules/check-text.ts';
import { finding, isRefused } from '../rules/finding.ts';
import { checkPostalCode, checkRegion } from '../rules/people/address.ts';
import type { PayoutMethod } from './payout-method.ts';

/** The mailing address of the contract: field, column, maximum length and an example. */
const PARTS = [
  ['name', 'mailingName', 40, 'Ada Lovelace'],
  ['street1', 'mailingStreet1', 100, '12 Main Street'],
  ['street2', 'mailingStreet2', 100, 'Apt 3'],
  ['city', 'mailingCity', 100, 'Austin'],
  ['region', 'mailingRegion', 100, 'TX'],
  ['postal', 'mailingPostal', 100, '73301'],
  ['country', 'mailingCountry', 100, 'US'],
] as const;
const OPTIONAL = 'street2';
const COUNTRY = 'US';

/**
 * A check mailed within the United States, to the address in the mailing columns. A PO box is valid because the post
 * delivers the check, not a bank.
 */
export const mailedCheck: PayoutMethod = {
  slug: 'check',
  columns: PARTS.map(([, column]) => column),
  chosenBy: ['mailingName', 'mailingStreet1'],
  setUpByRecipient: 'a mailed check',
  needsAddress: false,
  read(cells) {
    const findings: Finding[] = [];
    const fields: Record<string, string> = {};
    for (const [field, column, longest, example] of PARTS) {
      const text = cells[column];
      if (text === undefined) {
        if (field !== OPTIONAL) findings.push(finding('mailing_missing', column, { example }));
      } else if (checkText(text, column, findings, longest)) {
        fields[field] = readPart(field, column, text, findings);
      }
    }
    return { account: isRefused(findings) ? null : { method: 'check', fields }, findings };
  },
  payload: ({ fields }) => ({ type: 'check', mailing: { ...fields } }),
  hint: ({ fields }) => `check to ${fields.city ?? ''}`,
  examples: {
    good: [
      mailing({}),
      mailing({ mailingStreet1: 'PO Box 12', mailingRegion: 'Texas', mailingCountry: 'us' }),
      mailing({ mailingStreet2: 'Apt 3', mailingPostal: '73301-0010' }),
    ],
    bad: [
      [mailing({ mailingName: 'Ada '.repeat(11) }), 'text_too_long'],
      [mailing({ mailingStreet1: 'Main Street '.repeat(9) }), 'text_too_long'],
      [mailing({ mailingCountry: 'CA' }), 'mailing_country'],
      [{ mailingName: 'Ada Lovelace' }, 'mailing_missing'],
    ],
  },
};

function readPart(field: string, column: string, text: string, found: Finding[]): string {
  if (field === 'region') return checkRegion(text, COUNTRY, column, found);
  if (field === 'postal') checkPostalCode(text, COUNTRY, column, found);
  if (field !== 'country') return text;
  if (text.toUpperCase() !== COUNTRY) found.push(finding('mailing_country', column, {}, text));
  return COUNTRY;
}

function mailing(changed: Cells): Cells {
  return {
    mailingName: 'Ada Lovelace',
    mailingStreet1: '12 Main Street',
    mailingCity: 'Austin',
    mailingRegion: 'TX',
    mailingPostal: '73301',
    mailingCountry: 'US',
    ...changed,
  };
}
