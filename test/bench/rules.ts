import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells, SheetRow } from '../../src/model.ts';
import { readBankAccount } from '../../src/rules/banks/bank-account.ts';
import { checkIban } from '../../src/rules/banks/iban.ts';
import { banksOf, COUNTRIES } from '../../src/rules/countries/countries.ts';
import { IBAN_SHAPES } from '../../src/rules/countries/iban-shapes.ts';

const ROWS = 100_000;
const ROUNDS = 5;
const TYPOS = 2000;
const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-21' } as const;

/**
 * Full checks of rows that are bank transfers to sixteen countries, all good, in one thread: the best of five rounds. Then what
 * share of random typos in an IBAN or an account number the checks find, by country.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = sheetRows(Number(args[0] ?? ROWS));
  let [best, bestCpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    const [began, cpu] = [performance.now(), process.threadCpuUsage().user];
    for (const row of rows) {
      const { draft, problems } = checkRow(row, CONTEXT);
      if (draft === null || problems.length > 0) throw new Error(`row ${row.row}: ${problems[0]?.message}`);
    }
    best = Math.min(best, performance.now() - began);
    bestCpu = Math.min(bestCpu, (process.threadCpuUsage().user - cpu) / 1000);
  }
  const rate = (ms: number) => Math.round((rows.length / ms) * 1000).toLocaleString('en');
  console.log(`${rows.length} rows  ${rate(best)} rows/s  (${rate(bestCpu)} rows per second of processor time)`);
  console.log(`share of random typos that are found (${TYPOS} a country):`);
  const shares = [...ibanShares(), ...localShares()].map(([name, share]) => `${name} ${(share * 100).toFixed(2)} %`);
  for (let at = 0; at < shares.length; at += 8) console.log(`  ${shares.slice(at, at + 8).join('  ')}`);
}

const PAYEE = { type: 'individual', firstName: 'Ana', lastName: 'Pérez', currency: 'EUR' };

function sheetRows(count: number): SheetRow[] {
  const rows = Array.from({ length: count }, (_, index) => {
    const template = TEMPLATES[index % TEMPLATES.length]!;
    return {
      row: index + 2,
      original: [],
      findings: [],
      cells: {
        paymentReference: `INV-${index}`,
        email: `recipientName${index}@example.com`,
        street1: `${index % 400} High Street`,
        amount: `${(index % 5000) + 250}.50`,
        memo: `Royalties, no. ${index}`,
        ...PAYEE,
        ...template(index),
      },
    };
  });
  // As a reader leaves them: flat strings, none shared.
  return JSON.parse(JSON.stringify(rows)) as SheetRow[];
}

const eleven = (index: number, length: number): string =>
  String(index * 7919)
    .padStart(length, '0')
    .slice(-length);

/** A row of each country, with numbers of its own. */
const TEMPLATES: readonly ((index: number) => Cells)[] = [
  (index) => ({
    ...at('DE', 'Berlin', '10115'),
    iban: ibanOf('DE', `37040044${eleven(index, 10)}`),
    swiftBic: 'COBADEFFXXX',
  }),
  (index) => ({ ...at('NL', 'Amsterdam', '1012 AB'), iban: spaced(ibanOf('NL', `ABNA${eleven(index, 10)}`)) }),
  (index) => ({ ...at('IT', 'Roma', '00118', 'RM'), iban: ibanOf('IT', `X0542811101${eleven(index, 12)}`) }),
  (index) => ({ ...at('AT', 'Wien', '1010'), iban: spaced(ibanOf('AT', `19043${eleven(index, 11)}`)) }),
  (index) => ({ ...at('CH', 'Zürich', '8001'), iban: ibanOf('CH', `00762${eleven(index, 12)}`) }),
  (index) => ({
    ...at('SE', 'Stockholm', '111 22'),
    iban: ibanOf('SE', `500${eleven(index, 17)}`),
    swiftBic: 'ESSESESS',
  }),
  () => ({ ...at('FR', 'Paris', '75001'), iban: IBAN_SHAPES.FR!.example }),
  () => ({ ...at('ES', 'Madrid', '28001', 'M'), iban: IBAN_SHAPES.ES!.example }),
  (index) => ({ ...at('US', 'Springfield', '62701', 'IL'), branchId: '021000021', accountNum: eleven(index, 10) + 1 }),
  (index) => ({ ...at('GB', 'London', 'SW1A 1AA'), branchId: '60-16-13', accountNum: eleven(index, 7) + 1 }),
  (index) => ({
    ...at('CA', 'Toronto', 'M5H 2N2', 'ON'),
    branchId: '00012',
    bankId: '003',
    accountNum: eleven(index, 6) + 1,
  }),
  (index) => ({ ...at('AU', 'Sydney', '2000', 'NSW'), branchId: '062-000', accountNum: eleven(index, 7) + 1 }),
  (index) => ({ ...at('IN', 'Mumbai', '400001', 'MH'), branchId: 'HDFC0000001', accountNum: eleven(index, 13) + 1 }),
  () => ({ ...at('MX', 'Ciudad de México', '06000', 'CMX'), accountNum: '032180000118359719' }),
  () => ({
    ...at('BR', 'São Paulo', '01310-100', 'SP'),
    iban: IBAN_SHAPES.BR!.example,
    governmentId: '529.982.247-25',
  }),
  (index) => ({
    ...at('JP', 'Tokyo', '100-0001', '13'),
    accountNum: eleven(index, 6) + 1,
    swiftBic: 'BOTKJPJT',
    bankAddress: '2-7-1 Marunouchi',
    bankCity: 'Tokyo',
  }),
];

function at(country: string, city: string, postalCode: string, region?: string): Cells {
  return { country, accountCountry: country, city, postalCode, ...(region ? { region } : {}) };
}

function ibanOf(country: string, bban: string): string {
  const number = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}

const spaced = (iban: string): string => iban.replace(/.{4}/g, '$& ').trim();

function ibanShares(): [string, number][] {
  return Object.values(IBAN_SHAPES).map(({ code, example }) => [
    code,
    share(example, (text) => checkIban(text).findings.some(({ severity }) => severity === 'error')),
  ]);
}

/** Of the account numbers and bank codes that are errors, typed one at a time. */
function localShares(): [string, number][] {
  const context = { environment: 'production', recipientName: 'Ada', addressCountry: '' } as const;
  return Object.values(COUNTRIES).flatMap((country) =>
    (['branchId', 'bankId', 'accountNum'] as const).flatMap((column): [string, number][] => {
      const rule = country[column];
      if (rule?.severity !== 'error' || country.confidence !== 'H' || banksOf(country.code) !== country.code) return [];
      const cells: Record<string, string> = { accountCountry: country.code };
      for (const one of ['branchId', 'bankId', 'accountNum'] as const) {
        if (country[one]) cells[one] = country[one].example;
      }
      const found = (text: string): boolean =>
        readBankAccount({ ...cells, [column]: text }, context).findings.some(({ column: where }) => where === column);
      return [[`${country.code} ${rule.name}`, share(rule.example.replaceAll('-', ''), found)]];
    }),
  );
}

/** The share of typos that are found: a wrong key, two keys swapped, one left out, one twice. */
function share(text: string, isFound: (text: string) => boolean): number {
  const next = random(text.length);
  let [made, found] = [0, 0];
  while (made < TYPOS) {
    const where = next(text.length);
    const wrong = TYPO[next(TYPO.length)]!(text, where, next);
    if (wrong === text) continue;
    made++;
    if (isFound(wrong)) found++;
  }
  return found / made;
}

const TYPO: readonly ((text: string, where: number, next: (below: number) => number) => string)[] = [
  (text, where, next) => {
    const keys = /\d/.test(text[where]!) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    return text.slice(0, where) + keys[next(keys.length)] + text.slice(where + 1);
  },
  (text, where) => text.slice(0, where) + (text[where + 1] ?? '') + text[where] + text.slice(where + 2),
  (text, where) => text.slice(0, where) + text.slice(where + 1),
  (text, where) => text.slice(0, where) + text[where] + text.slice(where),
];

/** The same typos in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
