import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { PayrunError } from '../../../src/errors.ts';
import { checkRow } from '../../../src/intake/check-row.ts';
import type { SheetRow } from '../../../src/model.ts';
import { readAs } from '../../../src/sheets/read/reading.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { BUSINESS, type PainPaymentSpec, type PainSpec, painOf } from './pain-of.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-21' } as const;

async function readBytes(bytes: Buffer | string, size = 1000) {
  const all = Buffer.from(bytes as string);
  const parts = function* () {
    for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
  };
  const sheet = await readSheet({ name: 'order.xml', content: () => Readable.from(parts()) });
  const rows: SheetRow[] = [];
  for await (const chunk of sheet.rows(3)) rows.push(...chunk);
  const { notes, ...totals } = sheet.noticed().totals;
  return { rows, understood: sheet.understood, ...totals, notes: notes.map(({ text }) => text) };
}

const read = (spec: PainSpec) => readBytes(painOf(spec));
const readOne = async (payment: PainPaymentSpec, block: Partial<PainSpec['blocks'][number]> = {}) => {
  const { rows } = await read({ count: null, sum: null, blocks: [{ count: null, sum: null, ...block, payments: [payment] }] });
  expect(rows).toHaveLength(1);
  return rows[0]!;
};
const codesOf = (row: SheetRow) => row.findings.map(({ code }) => code);

describe('a pain.001', () => {
  it('becomes the rows that a sheet would have, and the whole sample can be paid', async () => {
    const sheet = await readSheet(fileURLToPath(new URL('../../../samples/payments.pain.001.xml', import.meta.url)));
    const rows: SheetRow[] = [];
    for await (const chunk of sheet.rows()) rows.push(...chunk);
    expect(rows.map(({ row, cells }) => [row, cells])).toEqual([
      [
        1,
        {
          paymentReference: 'NOV-2026-0001',
          amount: '3209.50',
          currency: 'EUR',
          accountCurrency: 'EUR',
          memo: 'Invoice 2026-117',
          type: 'business',
          name: 'Muster Film GmbH',
          referenceId: 'V-1042',
          email: 'accounts@muster.example',
          street1: 'Lindenstraße 14',
          postalCode: '10969',
          city: 'Berlin',
          country: 'DE',
          iban: 'DE89370400440532013000',
          swiftBic: 'COBADEFFXXX',
        },
      ],
      [
        2,
        {
          paymentReference: 'NOV-2026-0002',
          amount: '1243',
          currency: 'EUR',
          accountCurrency: 'EUR',
          memo: 'RF18539007547034',
          type: 'individual',
          firstName: 'Inès',
          lastName: 'Moreau',
          referenceId: 'E-2201',
          email: 'ines@example.com',
          street1: '12 rue des Lilas',
          postalCode: '75011',
          city: 'Paris',
          country: 'FR',
          iban: 'FR1420041010050500013M02606',
          swiftBic: 'BNPAFRPPXXX',
        },
      ],
      [
        3,
        {
          paymentReference: 'NOV-2026-0003',
          targetAmount: '1250',
          targetCurrency: 'USD',
          currency: 'EUR',
          accountCurrency: 'USD',
          memo: 'License fee',
          type: 'business',
          name: 'Northwind Studios Inc',
          email: 'pay@northwind.example',
          street1: '480 Market Street',
          postalCode: '94104',
          city: 'San Francisco',
          region: 'CA',
          country: 'US',
          accountCountry: 'US',
          accountNum: '8761792632',
          branchId: '091000019',
        },
      ],
      [
        4,
        {
          paymentReference: 'NOV-2026-0004',
          amount: '2120.99',
          currency: 'GBP',
          accountCurrency: 'GBP',
          memo: 'Sound mix November',
          type: 'business',
          name: 'Harbour Sound Ltd',
          email: 'hello@harbour.example',
          street1: '12 Harbour Street',
          postalCode: 'LS1 4AP',
          city: 'Leeds',
          country: 'GB',
          accountCountry: 'GB',
          accountNum: '70872490',
          branchId: '404784',
        },
      ],
      [
        5,
        {
          paymentReference: 'NOV-2026-0005',
          amount: '800',
          currency: 'GBP',
          accountCurrency: 'AUD',
          memo: 'Location scouting',
          type: 'business',
          name: 'Outback Film Pty Ltd',
          email: 'film@outback.example',
          street1: '7 Bridge Road',
          postalCode: '2000',
          city: 'Sydney',
          region: 'NSW',
          country: 'AU',
          accountCountry: 'AU',
          accountNum: '12345678',
          branchId: '062000',
        },
      ],
    ]);
    expect(rows.flatMap((row) => checkRow(row, CONTEXT).problems.filter(({ severity }) => severity === 'error'))).toEqual([]);
    expect(readAs(sheet.understood, null)).toBe('Read as ISO 20022 pain.001.001.09: row 1 is its first payment.');
    expect(sheet.noticed().totals).toMatchObject({
      difference: null,
      notes: expect.arrayContaining([
        { code: 'payment_order', text: 'Its number of payments (NbOfTxs) and control sums (CtrlSum) match.' },
      ]),
    });
  });

  const two: PainSpec['blocks'] = [{ payments: [{}, { amount: '<Amt><InstdAmt Ccy="USD">0.1</InstdAmt></Amt>' }] }, { payments: [{}] }];

  it('is read alike in each version, with any prefix, encoding and size of its pieces', async () => {
    const { rows } = await read({ blocks: two });
    expect(rows.map(({ row, cells: { paymentReference, amount, swiftBic } }) => [row, paymentReference, amount, swiftBic])).toEqual([
      [1, 'E-1-1', '100', 'COBADEFFXXX'],
      [2, 'E-1-2', undefined, 'COBADEFFXXX'],
      [3, 'E-2-1', '100', 'COBADEFFXXX'],
    ]);
    const declared = (name: string) => `<?xml version='1.0' encoding='${name}' standalone="no"?>\n<!-- made by an ERP -->`;
    const same: readonly Buffer[] = [
      Buffer.from(painOf({ blocks: two, version: '03' })),
      Buffer.from(painOf({ blocks: two, version: '11' })),
      Buffer.from(painOf({ blocks: two, prefix: 'p' })),
      Buffer.from(`\uFEFF${painOf({ blocks: two })}`),
      Buffer.from(painOf({ blocks: two, declaration: '' })),
      ...['ISO-8859-1', 'windows-1252'].map((name) => iconv.encode(painOf({ blocks: two, declaration: declared(name) }), name)),
      iconv.encode(painOf({ blocks: two, declaration: declared('UTF-16') }), 'utf-16le', { addBOM: true }),
      iconv.encode(painOf({ blocks: two, declaration: declared('UTF-16') }), 'utf-16be', { addBOM: true }),
      Buffer.from(`<env:Envelope xmlns:env="urn:bank"><env:Body>${painOf({ blocks: two, declaration: '' })}</env:Body></env:Envelope>`),
    ];
    for (const bytes of same) {
      const again = await readBytes(bytes);
      expect(again.rows).toEqual(rows);
      expect(again.difference).toBeNull();
    }
    expect((await readBytes(same[0]!, 1)).rows).toEqual(rows);
  });

  it.each([
    ['the number of payments of the file', { count: '4' }, /the file \(GrpHdr\) says 4 payments .* has 3/],
    ['the control sum of the file', { sum: '200.11' }, /the file \(GrpHdr\) says 200.11 \(CtrlSum\) but its payments total 200.10/],
    ['a control sum that is none', { sum: '200,10' }, /cannot be read/],
    ['the number of a block', { blocks: [two[0]!, { ...two[1]!, count: '2' }] }, /block 2 \(PmtInf\) says 2 payments .* has 1/],
    ['the control sum of a block', { blocks: [{ ...two[0]!, sum: '100.1000000001' }, two[1]!] }, /block 1 \(PmtInf\) says 100.1000000001/],
  ])('that does not agree with %s pays nothing', async (_, spec, says) => {
    expect((await read({ blocks: two, ...spec })).difference).toMatch(says);
  });

  it('agrees however its sums are written, or says that there was nothing to compare', async () => {
    expect((await read({ blocks: two, sum: '200.1', count: '03' })).difference).toBeNull();
    const without = await read({ blocks: two.map((block) => ({ ...block, sum: null })), sum: null });
    expect(without.notes[0]).toContain('it has no control sum');
    const unread = await read({ blocks: [{ payments: [{ amount: '' }] }] });
    expect(unread.difference).toBeNull();
    expect(unread.notes[0]).toContain('the amount of payment 1 cannot be read');
  });

  it('has its control sum compared again with the payments as corrected', async () => {
    const bytes = Buffer.from(painOf({ blocks: [{ payments: [{}, {}], sum: null }], sum: '200' }));
    const source = { name: 'pain.xml', content: () => Readable.from([bytes]) };
    const correct = async (amount: string) => {
      const sheet = await readSheet(source, { edits: new Map([[2, { amount }]]) });
      for await (const _ of sheet.rows());
      const { notes, ...totals } = sheet.noticed().totals;
      return { ...totals, notes: notes.map(({ text }) => text) };
    };
    const less = await correct('80.5');
    expect(less.difference, 'of the file as uploaded').toBeNull();
    expect(less.notes).toContain(
      'The control sum says 200.00, but the payments as corrected total 180.50: 19.50 less.',
    );
    expect(less.corrected).toEqual([
      { row: null, label: 'CtrlSum', stated: '200.00', found: '180.50', difference: '-19.50', why: null },
    ]);
    expect((await correct('100')).notes).toContain('The control sum matches the payments as corrected.');
    expect((await correct('much')).corrected).toMatchObject([{ why: 'the amount of payment 2 cannot be read' }]);
  });

  it('never takes the debtor, or its bank, for the creditor', async () => {
    const { cells } = await readOne({ bank: '', creditor: '', account: '' });
    expect(cells).toEqual({ paymentReference: 'E-1-1', amount: '100', currency: 'EUR', accountCurrency: 'EUR' });
    const ultimate = await readOne({
      creditor: '',
      between: '<UltmtDbtr><Nm>Acme Holding</Nm></UltmtDbtr>',
      after: '<UltmtCdtr><Nm>Somebody</Nm></UltmtCdtr>',
    });
    expect(ultimate.cells.name).toBeUndefined();
    expect(codesOf(ultimate)).toEqual(['pain_ultimate_creditor']);
  });

  it.each<[string, string, string, Record<string, string>]>([
    ['InstdAmt in the currency of the debtor', '<InstdAmt Ccy="EUR">5</InstdAmt>', 'EUR', { amount: '5', currency: 'EUR', accountCurrency: 'EUR' }],
    [
      'InstdAmt in another: what arrives is fixed',
      '<InstdAmt Ccy="JPY">5000.00000</InstdAmt>',
      'EUR',
      { targetAmount: '5000', targetCurrency: 'JPY', currency: 'EUR', accountCurrency: 'JPY' },
    ],
    ['InstdAmt where the debtor names no currency', '<InstdAmt Ccy="JPY">+05000</InstdAmt>', '', { amount: '5000', currency: 'JPY', accountCurrency: 'JPY' }],
    [
      'EqvtAmt: what leaves is fixed',
      '<EqvtAmt><Amt Ccy="EUR">.5</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>',
      'EUR',
      { amount: '0.50', currency: 'EUR', accountCurrency: 'USD' },
    ],
  ])('%s', async (_, amount, own, wanted) => {
    const account = `<DbtrAcct><Id><IBAN>IE29AIBK93115212345678</IBAN></Id>${own && `<Ccy>${own}</Ccy>`}</DbtrAcct>`;
    const { cells, findings } = await readOne({ amount: `<Amt>${amount}</Amt>`, bank: '', creditor: '', account: '' }, { account });
    expect(cells).toEqual({ paymentReference: 'E-1-1', ...wanted });
    expect(findings).toEqual([]);
  });

  it.each([
    ['InstrId if EndToEndId repeats and it does not', ['I-1 E-1', 'I-2 E-1', 'I-3 E-2'], ['I-1', 'I-2', 'E-2']],
    ['EndToEndId if both repeat', ['I-1 E-1', 'I-1 E-1', 'I-2 E-2'], ['E-1', 'E-1', 'E-2']],
    ['EndToEndId if both are equal and unique', ['E-1 E-1', 'E-2 E-2'], ['E-1', 'E-2']],
    ['none that another payment has, if there is another', ['E-2 E-1', 'E-3 E-1', 'I-3 E-2'], ['E-1', 'E-3', 'I-3']],
    ['EndToEndId without InstrId', [' E-1', ' E-1'], ['E-1', 'E-1']],
  ])('its references: %s', async (_, ids, references) => {
    const payments = ids.map((both) => {
      const [instruction, endToEnd] = both.split(' ');
      return { id: `<PmtId>${instruction && `<InstrId>${instruction}</InstrId>`}<EndToEndId>${endToEnd}</EndToEndId></PmtId>` };
    });
    const { rows } = await read({ blocks: [{ payments }] });
    expect(rows.map(({ cells }) => cells.paymentReference)).toEqual(references);
  });

  it.each([
    ['<PmtId><InstrId>I-1</InstrId><EndToEndId>E-1</EndToEndId></PmtId>', 'E-1'],
    ['<PmtId><InstrId>I-1</InstrId><EndToEndId>NOTPROVIDED</EndToEndId></PmtId>', 'I-1'],
    ['<PmtId><EndToEndId>not provided</EndToEndId></PmtId>', undefined],
    ['<PmtId><EndToEndId> </EndToEndId></PmtId>', undefined],
  ])('%s: its reference', async (id, wanted) => {
    expect((await readOne({ id })).cells.paymentReference).toBe(wanted);
  });

  const clearing = (system: string, member: string) =>
    `<CdtrAgt><FinInstnId><ClrSysMmbId>${system && `<ClrSysId><Cd>${system}</Cd></ClrSysId>`}<MmbId>${member}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>`;
  const numbered = (account: string) => `<CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct>`;

  it.each<[string, string, Record<string, string>]>([
    [clearing('GBDSC', '20-00-00'), '55779911', { accountCountry: 'GB', branchId: '200000', accountNum: '55779911' }],
    [clearing('USABA', '091000019'), '1', { accountCountry: 'US', branchId: '091000019', accountNum: '1' }],
    [clearing('CACPA', '000308670'), '8678477', { accountCountry: 'CA', bankId: '003', branchId: '08670', accountNum: '8678477' }],
    [clearing('INFSC', 'hdfc0000001'), '123456789', { accountCountry: 'IN', branchId: 'HDFC0000001', accountNum: '123456789' }],
    [clearing('JPZGN', '0005001'), '1234567', { accountCountry: 'JP', bankId: '0005', branchId: '001', accountNum: '1234567' }],
    [clearing('NZNCC', '010902'), '0068389-00', { accountCountry: 'NZ', accountNum: '010902006838900' }],
    [clearing('NZNCC', '010902'), '01-0902-0068389-00', { accountCountry: 'NZ', accountNum: '01-0902-0068389-00' }],
  ])('%s is where Payrun has it', async (bank, account, wanted) => {
    const { cells, findings } = await readOne({ bank, account: numbered(account), creditor: '' });
    expect(findings).toEqual([]);
    expect(cells).toMatchObject(wanted);
    expect(cells.swiftBic).toBeUndefined();
  });

  it.each(['<Cd>BGNR</Cd>', '<Prtry>BGNR</Prtry>', '<Cd>PGNR</Cd>'])('a number of the scheme %s is Swedish', async (scheme) => {
    const account = `<CdtrAcct><Id><Othr><Id>58056201</Id><SchmeNm>${scheme}</SchmeNm></Othr></Id></CdtrAcct>`;
    expect((await readOne({ bank: '', account })).cells).toMatchObject({ accountCountry: 'SE', accountNum: '58056201' });
  });

  it.each<[string, string, Record<string, string | undefined>]>([
    [
      'structured, the number first',
      '<StrtNm>High Street</StrtNm><BldgNb>12</BldgNb><Flr>3</Flr><PstCd>LS1 4AP</PstCd><TwnNm>Leeds</TwnNm><Ctry>GB</Ctry>',
      { street1: '12 High Street', street2: '3', postalCode: 'LS1 4AP', city: 'Leeds', country: 'GB' },
    ],
    ['lines of Germany', '<Ctry>DE</Ctry><AdrLine>Lindenstr. 1</AdrLine><AdrLine>D-10969 Berlin</AdrLine>', { street1: 'Lindenstr. 1', postalCode: '10969', city: 'Berlin' }],
    ['lines of the Netherlands', '<Ctry>NL</Ctry><AdrLine>Dam 1</AdrLine><AdrLine>1012 JS Amsterdam</AdrLine>', { street1: 'Dam 1', postalCode: '1012 JS', city: 'Amsterdam' }],
    [
      'lines of the US',
      '<Ctry>US</Ctry><AdrLine>1 Main St</AdrLine><AdrLine>Apt 2</AdrLine><AdrLine>Austin, TX 73301</AdrLine>',
      { street1: '1 Main St', street2: 'Apt 2', city: 'Austin', region: 'TX', postalCode: '73301' },
    ],
    ['lines of the UK', '<Ctry>GB</Ctry><AdrLine>1 High St</AdrLine><AdrLine>Leeds LS1 4AP</AdrLine>', { street1: '1 High St', city: 'Leeds', postalCode: 'LS1 4AP' }],
    [
      'lines of which no one knows what they are',
      '<Ctry>JP</Ctry><AdrLine>Nanjing Road 1</AdrLine><AdrLine>200000 Shanghai</AdrLine>',
      { street1: 'Nanjing Road 1', street2: '200000 Shanghai', city: undefined, postalCode: undefined },
    ],
    [
      'hybrid: lines beside town and country',
      '<PstCd>2000</PstCd><TwnNm>Sydney</TwnNm><Ctry>AU</Ctry><AdrLine>7 Bridge Road</AdrLine><AdrLine>Level 2</AdrLine>',
      { street1: '7 Bridge Road', street2: 'Level 2', city: 'Sydney', postalCode: '2000' },
    ],
  ])('reads an address: %s', async (_, address, wanted) => {
    const { cells } = await readOne({ creditor: `<Cdtr><Nm>A</Nm><PstlAdr>${address}</PstlAdr></Cdtr>` });
    for (const [column, text] of Object.entries(wanted)) expect(cells[column], column).toBe(text);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['<Nm>Ana Pérez</Nm><Id><PrvtId><DtAndPlcOfBirth><BirthDt>1990-04-17</BirthDt></DtAndPlcOfBirth></PrvtId></Id>', { type: 'individual', firstName: 'Ana', lastName: 'Pérez', dob: '1990-04-17' }],
    ['<Nm>PÉREZ, ANA MARÍA</Nm><Id><PrvtId><Othr><Id>1</Id></Othr></PrvtId></Id>', { type: 'individual', firstName: 'ANA MARÍA', lastName: 'PÉREZ', referenceId: undefined }],
    ['<Nm>Muster</Nm><Id><OrgId><Othr><Id>DE1</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId></Id>', { type: 'business', name: 'Muster', governmentId: 'DE1' }],
    ['<Nm>Ana Pérez</Nm>', { type: undefined, name: 'Ana Pérez' }],
    ['<Nm>JOANA SA</Nm>', { type: undefined, name: 'JOANA SA' }],
    ['<Nm>Film B.V.</Nm>', { type: 'business' }],
  ])('%s: who it is', async (inside, wanted) => {
    const { cells } = await readOne({ creditor: `<Cdtr>${inside}</Cdtr>` });
    for (const [column, text] of Object.entries(wanted)) expect(cells[column], column).toBe(text);
  });

  it.each<[string, PainPaymentSpec, Partial<PainSpec['blocks'][number]>, string]>([
    ['is to be paid by check', {}, { method: 'CHK' }, 'pain_not_transfer'],
    ['has instructions for a check', { between: '<ChqInstr><ChqTp>CCHQ</ChqTp></ChqInstr>' }, {}, 'pain_not_transfer'],
    ['has two amounts', { amount: '<Amt><InstdAmt Ccy="EUR">1</InstdAmt><InstdAmt Ccy="EUR">100</InstdAmt></Amt>' }, {}, 'pain_twice'],
    [
      'has both kinds of amounts',
      { amount: '<Amt><InstdAmt Ccy="EUR">1</InstdAmt><EqvtAmt><Amt Ccy="USD">100</Amt><CcyOfTrf>EUR</CcyOfTrf></EqvtAmt></Amt>' },
      {},
      'pain_twice',
    ],
    ['has two creditors', { creditor: BUSINESS + BUSINESS }, {}, 'pain_twice'],
    [
      'has an IBAN and another account',
      { account: '<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN><Othr><Id>1</Id></Othr></Id></CdtrAcct>' },
      {},
      'pain_twice',
    ],
    ['has two other accounts', { account: '<CdtrAcct><Id><Othr><Id>1</Id></Othr><Othr><Id>2</Id></Othr></Id></CdtrAcct>' }, {}, 'pain_twice'],
    ['goes to the account that pays', { account: '<CdtrAcct><Id><IBAN>IE29 AIBK 9311 5212 3456 78</IBAN></Id></CdtrAcct>' }, {}, 'pain_own_account'],
    ['has a proxy for an account', { account: '<CdtrAcct><Prxy><Tp><Cd>TELE</Cd></Tp><Id>+1</Id></Prxy></CdtrAcct>' }, {}, 'pain_proxy'],
    ['names a bank by CHIPS', { bank: clearing('USPID', '0001'), account: numbered('1') }, {}, 'pain_clearing'],
    ['names a sort code that is none', { bank: clearing('GBDSC', '2000'), account: numbered('55779911') }, {}, 'pain_clearing'],
    ['has an amount with a comma', { amount: '<Amt><InstdAmt Ccy="EUR">1.240,50</InstdAmt></Amt>' }, {}, 'pain_amount'],
    ['is garbled', { creditor: BUSINESS.replace('straße', 'straÃŸe') }, {}, 'pain_garbled'],
  ])('a payment that %s is wrong, and no other', async (_, payment, block, code) => {
    const { rows } = await read({ count: null, sum: null, blocks: [{ count: null, sum: null, ...block, payments: [payment] }, { payments: [{}] }] });
    expect(rows.map(codesOf)).toEqual([[code], []]);
    expect(rows[0]!.findings[0]!.message).toContain('payment 1 (E-1-1)'.replace('p', /^Payment/.test(rows[0]!.findings[0]!.message) ? 'P' : 'p'));
    expect(checkRow(rows[0]!, CONTEXT).draft).toBeNull();
    expect(checkRow(rows[1]!, CONTEXT).draft).not.toBeNull();
  });

  it('reports once per file what is not passed on, and what no one verified', async () => {
    const { notes, rows } = await read({
      blocks: [
        {
          before: '<PmtTpInf><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf>',
          payments: [{ creditor: '<Cdtr><Nm>Ana Pérez</Nm></Cdtr>', between: '<ChrgBr>DEBT</ChrgBr><IntrmyAgt1><FinInstnId/></IntrmyAgt1>' }],
        },
      ],
      after: '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/></ds:Signature>',
    });
    expect(rows[0]!.cells).toMatchObject({ type: 'individual', firstName: 'Ana', lastName: 'Pérez' });
    for (const says of ['on 2026-11-23 (ReqdExctnDt)', 'signature', '(ChrgBr)', '(IntrmyAgt)', 'last name'])
      expect(notes.some((note) => note.includes(says)), says).toBe(true);
  });

  const good = painOf({ blocks: [{ payments: [{}, {}] }] });

  it.each([
    ['1999-01-01', 'at once (ReqdExctnDt 1999-01-01)'],
    ['1999-01-01Z', 'at once'],
    ['1999-01-01T00:00:00', 'at once'],
    ['1999-01-02', 'on 1999-01-02'],
    ['2026-12-01', 'on 2026-12-01'],
  ])('with the date %s asks for execution %s', async (date, says) => {
    const { notes } = await readBytes(good.replace('<Dt>2026-11-23</Dt>', `<Dt>${date}</Dt>`));
    expect(notes.join(' ')).toContain(`The file asks for execution ${says}`);
  });

  it('of two blocks, of which one is for at once, says both', async () => {
    const two = painOf({ blocks: [{ payments: [{}] }, { payments: [{}] }] }).replace('2026-11-23', '1999-01-01');
    const { notes } = await readBytes(two);
    for (const says of ['at once', 'on 2026-11-23']) expect(notes.join(' ')).toContain(`execution ${says}`);
  });

  it.each([
    ['pain.001.001.03', true],
    ['pain.001.003.03', true],
    ['pain.001.001.09', true],
    ['pain.001.001.11', true],
    ['pain.001.001.02', false],
    ['pain.001.002.03', false],
    ['pain.001.001.05', false],
    ['pain.001.001.08', false],
    ['pain.001.001.12', false],
  ])('of %s is read: %s', async (version, isRead) => {
    const found = readBytes(good.replace('pain.001.001.09', version)).then(({ rows }) => rows.length);
    if (isRead) return expect(await found).toBe(2);
    const export_ = 'Export it as pain.001.001.03, pain.001.001.09, pain.001.001.11 or pain.001.003.03';
    await expect(found).rejects.toMatchObject({ code: 'sheet_order_version', message: expect.stringContaining(version) });
    await expect(found).rejects.toSatisfy((error) => (error as PayrunError).nextOn('cli').includes(export_));
  });

  it.each([
    ['Ina Muster', 'individual'],
    ['MUSTER Ina', 'individual'],
    ['Deutsche Rentenversicherung Bund', 'business'],
    ['Beispiel e.V.', 'business'],
    ['Leeds City Council', 'business'],
    ['URSSAF Ile de France', 'business'],
    ['Barmer', 'business'],
    ['Kita Sonnenschein', undefined],
    ['Hans Amt', undefined],
    ['Stadt, Jan', undefined],
    ['Familie Muster', undefined],
  ])('of salaries takes %s for %s', async (name, type) => {
    const before = '<PmtTpInf><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf>';
    expect((await readOne({ creditor: `<Cdtr><Nm>${name}</Nm></Cdtr>` }, { before })).cells.type).toBe(type);
  });
  it.each<[string, string, string, RegExp]>([
    ['cut off behind a payment', good.slice(0, good.lastIndexOf('<CdtTrfTxInf>')), 'sheet_damaged', /cut off/],
    ['not well-formed', good.replace('</Amt>', '</Amd>'), 'sheet_damaged', /not well-formed/],
    ['with a DTD', good.replace('<Document', '<!DOCTYPE Document [<!ENTITY a "aaaa">]><Document'), 'sheet_damaged', /document type definition/],
    ['with an unknown entity', good.replace('Muster', '&nm;'), 'sheet_damaged', /not well-formed/],
    ['with endless text', good.replace('Muster', 'M'.repeat(1_100_000)), 'sheet_damaged', /longer than/],
    ['with a text that no element allows', good.replace('Muster', 'M'.repeat(2_049)), 'sheet_damaged', /longer than payment files allow/],
    ['with an endless comment', good.replace('<Amt>', `<!--${'x'.repeat(1_100_000)}--><Amt>`), 'sheet_damaged', /longer than/],
    ['with elements without end', good.replace('<Cdtr>', `<Cdtr>${'<Nm>'.repeat(60)}`), 'sheet_damaged', /nested/],
    ['with a payment without end', good.replace('<RmtInf>', '').replace('</CdtTrfTxInf>', `${'<RmtInf><Ustrd>x</Ustrd></RmtInf>'.repeat(30_000)}</CdtTrfTxInf>`), 'sheet_damaged', /too large/],
    ['with two documents', `<All>${good.replace(/<\?.*\?>/, '')}${good.replace(/<\?.*\?>/, '')}</All>`, 'sheet_damaged', /several documents/],
    ['without a header', good.replace(/<GrpHdr>.*<\/GrpHdr>/, ''), 'sheet_damaged', /GrpHdr/],
    ['with the method behind the payments', good.replace('</PmtInf>', '<PmtMtd>CHK</PmtMtd></PmtInf>'), 'sheet_damaged', /must precede/],
    ['in an encoding that no one knows', good.replace('UTF-8', 'klingon'), 'sheet_damaged', /klingon/],
    ['of version 02', good.replace('001.09', '001.02'), 'sheet_order_version', /pain\.001\.001\.02/],
    ['a direct debit', good.replace('pain.001.001.09', 'pain.008.001.02'), 'sheet_not_a_sheet', /direct debit/],
    ['without payments', painOf({ blocks: [] }), 'sheet_no_rows', /no payments/],
  ])('%s is refused', async (_, xml, code, says) => {
    await expect(readBytes(xml, 10_000)).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
  });

  it('is refused with bytes that are not of its encoding', async () => {
    const bytes = iconv.encode(good, 'windows-1252');
    await expect(readBytes(bytes)).rejects.toMatchObject({ code: 'sheet_damaged', message: expect.stringContaining('UTF-8') });
  });

  it('takes no part of an address from a line that is longer than lines are', async () => {
    const { cells } = await readOne({
      creditor: `<Cdtr><Nm>Ana</Nm><PstlAdr><Ctry>US</Ctry><AdrLine>1 Main St</AdrLine><AdrLine>${'x'.repeat(70)} NY 10001</AdrLine></PstlAdr></Cdtr>`,
    });
    expect(cells).toMatchObject({ street1: '1 Main St', street2: expect.stringMatching(/^x+ NY 10001$/) });
    expect(cells.postalCode).toBeUndefined();
  });

  it('is read as a stream: its first payments arrive before its last bytes', async () => {
    const one = '<CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1</InstdAmt></Amt></CdtTrfTxInf>';
    const [before, after] = painOf({ blocks: [{ payments: [{}] }] }).split('<CdtTrfTxInf>') as [string, string];
    let given = 0;
    const content = () =>
      Readable.from(
        (function* () {
          yield Buffer.from(before);
          for (given = 0; given < 3_000; given++) yield Buffer.from(one);
          yield Buffer.from(`<CdtTrfTxInf>${after}`);
        })(),
      );
    const sheet = await readSheet({ name: 'order.xml', content });
    let rows = 0;
    for await (const chunk of sheet.rows(100)) {
      rows += chunk.length;
      expect(given).toBeLessThan(rows + 1_000);
    }
    expect(rows).toBe(3_001);
  });
});
