import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUSINESS, type PainPaymentSpec, painOf } from '../../sheets/pain001/pain-of.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';

/** A payment to someone of their own. */
const to = (name: string, more: PainPaymentSpec = {}): PainPaymentSpec => ({
  id: `<PmtId><InstrId>I-${name}</InstrId><EndToEndId>E-${name}</EndToEndId></PmtId>`,
  creditor: BUSINESS.replace('accounts@muster', `accounts@${name}`).replace(
    'Muster Film',
    `${name} & Co`.replace('&', '&amp;'),
  ),
  ...more,
});

const answered = (results: string | null) => readFileSync(results!.replace(/xlsx$/, 'pain.002.xml'), 'utf8');
/** Reference, status and reason of every payment. */
const statuses = (xml: string) =>
  [...xml.matchAll(/<TxInfAndSts>(.*?)<\/TxInfAndSts>/g)].map(([, payment = '']) => {
    const text = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(payment)?.[1] ?? '';
    return [text('OrgnlInstrId'), text('OrgnlEndToEndId'), text('TxSts'), text('Cd')];
  });

describeDatabases('a payment order (pain.001) is paid', (database) => {
  const payroll = testPayroll(database);
  const paid = async () =>
    (await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid).filter((times) => times > 0);
  const order = painOf({
    version: '03',
    blocks: [
      { id: 'ONE', payments: [to('anna'), to('unlucky')] },
      { id: 'TWO', method: 'CHK', payments: [to('check')] },
      {
        id: 'THREE',
        payments: [to('wrong', { account: '<CdtrAcct><Id><IBAN>DE88370400440532013000</IBAN></Id></CdtrAcct>' })],
      },
    ],
  });

  it('each payment once, and answered with a pain.002 beside workbook and CSV', async () => {
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'accounts@unlucky.example' }, outcome: 'failed', reason: 'Account <closed>' },
    ]);
    const outcome = await payroll.pay(payroll.sheet('order.xml', order));
    expect(outcome).toMatchObject({ rows: 4, exitCode: 3, counts: { processed: 1, failed: 1, invalid: 2 } });
    expect(outcome.problems.map(({ row, code }) => [row, code])).toEqual([
      [1, 'shared_account'],
      [2, 'shared_account'],
      [2, 'failed'],
      [3, 'pain_not_transfer'],
      [4, 'iban_check_digits'],
    ]);
    expect(await paid()).toEqual([1]);
    const xml = answered(outcome.results);
    expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.002.001.03');
    expect(xml).toContain('<OrgnlMsgId>MSG-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>');
    expect(xml).toContain('<OrgnlNbOfTxs>4</OrgnlNbOfTxs><GrpSts>PART</GrpSts>');
    expect(xml).toContain('<NbOfTxsPerSts><DtldNbOfTxs>3</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>');
    expect([...xml.matchAll(/<OrgnlPmtInfId>(\w+)</g)].map(([, id]) => id)).toEqual(['ONE', 'TWO', 'THREE']);
    expect(statuses(xml)).toEqual([
      ['I-anna', 'E-anna', 'ACSC', ''],
      ['I-unlucky', 'E-unlucky', 'RJCT', 'MS03'],
      ['I-check', 'E-check', 'RJCT', 'NARR'],
      ['I-wrong', 'E-wrong', 'RJCT', 'AC01'],
    ]);
    expect(xml).toContain('Account &lt;closed&gt;');
    expect(
      Math.max(...[...xml.matchAll(/<AddtlInf>([^<]*)</g)].map(([, line = '']) => line.length)),
    ).toBeLessThanOrEqual(130);
  });

  it('not twice: the same order again, in another version, is refused payment by payment', async () => {
    const again = order
      .replaceAll('pain.001.001.03', 'pain.001.001.11')
      .replace(/<ReqdExctnDt>.*?<\/ReqdExctnDt>/g, '');
    const outcome = await payroll.pay(
      payroll.sheet('again.xml', again.replaceAll('<BIC>COBADEFFXXX</BIC>', '<BICFI>COBADEFFXXX</BICFI>')),
    );
    expect(outcome.counts).toMatchObject({ processed: 0, already_paid: 1 });
    expect(await paid()).toEqual([1]);
    const xml = answered(outcome.results);
    expect(xml).toContain('pain.002.001.10');
    expect(statuses(xml)[0]).toEqual(['I-anna', 'E-anna', 'RJCT', 'AM05']);
  });

  it('G4: not at all if its control sum does not agree', async () => {
    const before = await payroll.ledger();
    const file = payroll.sheet('sum.xml', painOf({ sum: '999.00', blocks: [{ payments: [to('berta')] }] }));
    await expect(payroll.pay(file)).rejects.toMatchObject({
      code: 'control_total',
      message: expect.stringContaining('says 999.00 (CtrlSum) but its payments total 100.00'),
    });
    expect(await payroll.ledger()).toEqual(before);
  });
});
