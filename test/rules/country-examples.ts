import type { Cells } from '../../src/model.ts';
import type { LocalColumn } from '../../src/rules/banks/local-field.ts';
import { IBAN_SHAPES } from '../../src/rules/countries/countries.ts';
import type { Country, FieldRule, IbanShape } from '../../src/rules/countries/country.ts';

/** Cells of an account that the rules refuse or warn of. */
export interface BadExample {
  readonly cells: Cells;
  readonly column: string;
  /** How the code of the finding starts: all of it, or the family where the value decides which. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
}

export interface CountryExamples {
  readonly good: readonly Cells[];
  readonly bad: readonly BadExample[];
}

const COLUMNS: readonly LocalColumn[] = ['branchId', 'bankId', 'accountNum'];
const FAMILY = { accountNum: 'account_number', branchId: 'branch_code', bankId: 'bank_code' } as const;

/** Examples of bank accounts of a country in the columns of a sheet, made of the examples of its entry in the table. */
export function examplesOf(country: Country): CountryExamples {
  const shape = country.iban === 'no' ? undefined : IBAN_SHAPES[country.ibanCode ?? ''];
  const place: Cells = { accountCountry: country.code, ...(country.currency ? {} : { accountCurrency: 'USD' }) };
  const withIban = shape && { ...place, iban: shape.example, ...bankOf(country) };
  const local = country.accountNum && { ...place, ...numbersOf(country, () => true), ...bankOf(country) };
  const least = country.accountNum && {
    ...place,
    ...numbersOf(country, ({ need }) => need === 'required'),
    ...bankOf(country),
  };
  return {
    good: [withIban, local, least].filter((cells) => cells != null),
    bad: [
      ...(withIban ? badIbans(country, withIban, shape) : []),
      ...(local ? badNumbers(country, local) : []),
      ...badBanks(country, withIban ?? local!),
    ],
  };
}

function numbersOf(country: Country, wanted: (rule: FieldRule) => boolean): Cells {
  const cells: Record<string, string> = {};
  for (const column of COLUMNS) {
    const rule = country[column];
    if (rule && wanted(rule)) cells[column] = rule.example;
  }
  return cells;
}

/** The bank as far as the country requires it. */
function bankOf({ code, swiftBic, bankAddress, bankCity }: Country): Cells {
  return {
    ...(swiftBic === 'required' ? { swiftBic: `BANK${code}22` } : {}),
    ...(bankAddress === 'required' ? { bankAddress: '1 Market Street' } : {}),
    ...(bankCity === 'required' ? { bankCity: 'Springfield' } : {}),
  };
}

const error = (cells: Cells, column: string, code: string): BadExample => ({ cells, column, code, severity: 'error' });

function badIbans(country: Country, good: Cells, { example, pattern }: IbanShape): BadExample[] {
  const { iban, ...rest } = good;
  const otherDigits = `${example.slice(0, 2)}${(Number(example.slice(2, 4)) % 97) + 1}`.padEnd(4, '0');
  const misread = [...example.slice(4)]
    .map((character, at) => example.slice(0, at + 4) + (/\d/.test(character) ? 'O' : '0') + example.slice(at + 5))
    .find((text) => !pattern.test(text));
  const elsewhere = IBAN_SHAPES[country.ibanCode === 'DE' ? 'NL' : 'DE']!.example;
  return [
    error({ ...good, iban: `${otherDigits.slice(0, 4)}${example.slice(4)}` }, 'iban', 'iban_check_digits'),
    error({ ...good, iban: example.slice(0, -1) }, 'iban', 'iban_length'),
    error({ ...good, iban: `${example}@` }, 'iban', 'iban_characters'),
    error({ ...good, iban: elsewhere }, 'iban', 'iban_country_mismatch'),
    error({ ...good, iban: '0532013000' }, 'iban', 'account_in_iban_column'),
    error({ ...good, iban: 'DEUTDEFF' }, 'iban', 'bic_in_iban_column'),
    error({ ...good, iban: 'DEUTDEFF', swiftBic: example }, 'iban', 'iban_bic_swapped'),
    ...(misread ? [error({ ...good, iban: misread }, 'iban', 'iban_structure')] : []),
    ...(country.iban === 'required'
      ? [
          error(rest, 'iban', 'iban_missing'),
          error({ ...rest, accountNum: example }, 'accountNum', 'iban_in_account_column'),
          error({ ...rest, branchId: example }, 'branchId', 'iban_in_code_column'),
        ]
      : []),
  ];
}

function badNumbers(country: Country, good: Cells): BadExample[] {
  return COLUMNS.flatMap((column) => {
    const rule = country[column];
    const { [column]: _, ...without } = good;
    if (!rule) {
      return [{ cells: { ...good, [column]: '12345' }, column, code: 'code_not_used', severity: 'warning' as const }];
    }
    const bad = rule.bad.map((text) => ({
      cells: { ...good, [column]: text },
      column,
      code: `${FAMILY[column]}_`,
      severity: severityOf(rule, text),
    }));
    const symbol = error({ ...good, [column]: `${rule.example}@` }, column, `${FAMILY[column]}_characters`);
    return rule.need === 'required'
      ? [...bad, symbol, error(without, column, `${FAMILY[column]}_missing`)]
      : [...bad, symbol];
  });
}

function severityOf(rule: FieldRule, text: string): 'error' | 'warning' {
  const value = text.replace(/[-.]/g, '');
  if (!/^[A-Z0-9]*$/.test(value)) return 'error';
  return rule.pattern.test(value) ? (rule.checkDigitsSeverity ?? 'error') : rule.severity;
}

function badBanks(country: Country, good: Cells): BadExample[] {
  const { swiftBic: _, bankAddress: __, bankCity: ___, ...none } = good;
  return [
    error({ ...good, swiftBic: 'BANK' }, 'swiftBic', 'bic_form'),
    error({ ...good, swiftBic: `BANKQQ22` }, 'swiftBic', 'bic_country_unknown'),
    ...(country.swiftBic === 'required' ? [error(none, 'swiftBic', 'bic_missing')] : []),
    ...(country.bankAddress === 'required' ? [error(none, 'bankAddress', 'bank_address_missing')] : []),
    ...(country.bankCity === 'required' ? [error(none, 'bankCity', 'bank_city_missing')] : []),
  ];
}
