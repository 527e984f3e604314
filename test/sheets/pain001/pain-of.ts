/** What stands in a payment order; everything has a good value of its own. */
export interface PainSpec {
  readonly version?: '03' | '09' | '11';
  readonly prefix?: string;
  readonly declaration?: string;
  readonly header?: string;
  /** Of `GrpHdr`; the true values if not given, null for none. */
  readonly count?: string | null;
  readonly sum?: string | null;
  readonly blocks: readonly PainBlockSpec[];
  readonly after?: string;
}

export interface PainBlockSpec {
  readonly id?: string;
  readonly method?: string;
  readonly count?: string | null;
  readonly sum?: string | null;
  /** Elements between the method and the debtor. */
  readonly before?: string;
  readonly debtor?: string;
  readonly account?: string;
  readonly payments: readonly PainPaymentSpec[];
}

/** Each is the XML of an element of `CdtTrfTxInf`; '' leaves it out. */
export interface PainPaymentSpec {
  readonly id?: string;
  readonly amount?: string;
  readonly between?: string;
  readonly bank?: string;
  readonly creditor?: string;
  readonly account?: string;
  readonly after?: string;
}

export const BUSINESS =
  '<Cdtr><Nm>Muster Film GmbH</Nm><PstlAdr><StrtNm>Lindenstraße</StrtNm><BldgNb>14</BldgNb><PstCd>10969</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr><CtctDtls><EmailAdr>accounts@muster.example</EmailAdr></CtctDtls></Cdtr>';

/** The XML of a payment order, in the order of its schema. */
export function painOf({ version = '09', prefix = '', ...spec }: PainSpec): string {
  const name = `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`;
  const amounts = spec.blocks.map(({ payments }) => payments.map(({ amount = AMOUNT }) => Number(/>([\d.]+)</.exec(amount)?.[1] ?? 0)));
  const sumOf = (values: readonly number[]) => values.reduce((all, value) => all + value, 0).toFixed(2);
  const optional = (tag: string, output: string | null | undefined, own: string) =>
    output === null ? '' : `<${tag}>${output ?? own}</${tag}>`;
  const blocks = spec.blocks.map((block, at) => {
    const { id = `B${at + 1}`, method = 'TRF', before = '', debtor = DEBTOR, account = DEBTOR_ACCOUNT, payments } = block;
    const own = optional('NbOfTxs', block.count, String(payments.length)) + optional('CtrlSum', block.sum, sumOf(amounts[at]!));
    const date = version === '03' ? '2026-11-23' : '<Dt>2026-11-23</Dt>';
    const head = `<PmtInfId>${id}</PmtInfId><PmtMtd>${method}</PmtMtd>${own}${before}<ReqdExctnDt>${date}</ReqdExctnDt>${debtor}${account}`;
    return `<PmtInf>${head}${payments.map((payment, i) => paymentOf(payment, `E-${at + 1}-${i + 1}`, version)).join('\n')}</PmtInf>`;
  });
  const own = optional('NbOfTxs', spec.count, String(amounts.flat().length)) + optional('CtrlSum', spec.sum, sumOf(amounts.flat()));
  const header = spec.header ?? `<GrpHdr><MsgId>MSG-1</MsgId><CreDtTm>2026-11-20T08:30:00Z</CreDtTm>${own}</GrpHdr>`;
  const plain = `<Document xmlns="${name}"><CstmrCdtTrfInitn>${header}${blocks.join('\n')}</CstmrCdtTrfInitn>${spec.after ?? ''}</Document>`;
  const text = prefix === '' ? plain : prefixed(plain, prefix);
  return `${spec.declaration ?? '<?xml version="1.0" encoding="UTF-8"?>\n'}${text}`;
}

const AMOUNT = '<Amt><InstdAmt Ccy="EUR">100.00</InstdAmt></Amt>';
const DEBTOR = '<Dbtr><Nm>Acme Films Inc</Nm></Dbtr>';
const DEBTOR_ACCOUNT = '<DbtrAcct><Id><IBAN>IE29AIBK93115212345678</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct>';

function paymentOf(payment: PainPaymentSpec, own: string, version: string): string {
  const bic = version === '03' ? 'BIC' : 'BICFI';
  const {
    id = `<PmtId><EndToEndId>${own}</EndToEndId></PmtId>`,
    amount = AMOUNT,
    between = '',
    bank = `<CdtrAgt><FinInstnId><${bic}>COBADEFFXXX</${bic}></FinInstnId></CdtrAgt>`,
    creditor = BUSINESS,
    account = '<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>',
    after = '',
  } = payment;
  return `<CdtTrfTxInf>${id}${amount}${between}${bank}${creditor}${account}${after}</CdtTrfTxInf>`;
}

function prefixed(xml: string, prefix: string): string {
  return xml.replace(/<(\/?)([A-Za-z])/g, `<$1${prefix}:$2`).replace(' xmlns=', ` xmlns:${prefix}=`);
}
