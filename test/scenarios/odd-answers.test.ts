import { expect, it } from 'vitest';
import { TOLERANCES } from '../../src/service/shapes/tolerances.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import type { ProxiedAnswer, ProxyRules } from '../support/servers/service-proxy.ts';
import { serviceRig, targetSheet } from './workers/service-rig.ts';

/** Amounts on which nothing of a payment depends. */
const NO_NUMBER =
  /^(returnedAmount|withholdingAmount|taxes|fees|(merchant|recipient|billed|estimated)Fees|totalWithheld|routeMinimum|fxRate|pending(Credit|Debit)|amount(Pending|Cleared))$/;

/** Every field in the oddest form in which it was seen; what has no odd form stays as it is. */
function odd(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return name === 'balances' ? mapOf(value) : value.map((one) => odd('', one));
  if (typeof value !== 'object' || value === null) {
    if (name === 'totalPayments' || name === 'count') return String(value);
    if (/^(memo|description)$/.test(name)) return 4711;
    return NO_NUMBER.test(name) ? '' : value;
  }
  if (name === 'meta') return { page: null, pages: null, records: String((value as { records: number }).records) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, odd(key, inner)]));
}

const mapOf = (balances: readonly Record<string, unknown>[]) =>
  balances.every(({ currency, type }) => typeof currency === 'string' && type)
    ? Object.fromEntries(balances.map((one) => [one.currency, one]))
    : balances;

/** Records of other programs, each with something that cannot be read. */
const STRANGERS: Readonly<Record<string, object>> = {
  payments: { id: 7, status: null, externalId: 'somebody else', amount: 5 },
  batches: { id: 'B-1', status: null, tags: ['somebody else'] },
  recipients: { id: 7, status: null, accounts: 'none' },
};

/** Balances of which nothing is paid, and which cannot be read. */
const STRANGE_BALANCES = { XAU: { type: 'gold', amount: 7 }, GBP: { type: 'paymentrails', amount: 7 } };

/** A 429 that says nothing of when it is over, and one for each form in which it may say it: an hour from now. */
const LIMITS: readonly (() => Record<string, string>)[] = [
  () => ({}),
  () => ({ 'x-rate-limit-reset': String(Date.now() + 3_600_000) }),
  () => ({ 'retry-after': '3600' }),
  () => ({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
];

/** Every answer in its oddest lawful form at once, and every third call refused with a 429 in each of its forms in turn. */
function oddest() {
  let calls = 0;
  const met = new Set<string>();
  const note = (name: string, value: unknown): void => {
    for (const { what, fields, read } of TOLERANCES)
      if (fields.test(name) && JSON.stringify(read(value)) !== JSON.stringify(value)) met.add(what);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) note(Array.isArray(value) ? '' : key, inner);
  };
  const rules: ProxyRules = {
    answer(answer: ProxiedAnswer) {
      if (answer.status !== 200) return answer;
      const json = odd('', answer.json) as Record<string, unknown>;
      for (const [list, stranger] of Object.entries(STRANGERS))
        if (Array.isArray(json[list]) && answer.path === `/v1/${list}`) json[list] = [stranger, ...(json[list] as [])];
      if (answer.path === '/v1/balances') json.balances = { ...(json.balances as object), ...STRANGE_BALANCES };
      note('', json);
      const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !name.startsWith('x-rate')));
      return { ...answer, headers, json };
    },
    refuse: () => (++calls % 3 === 0 ? LIMITS[(calls / 3) % LIMITS.length]!() : null),
  };
  return { rules, met };
}

describeDatabases('a service that gives every answer in its oddest lawful form', (database) => {
  const payroll = testPayroll(database, { pricingMs: 300, serviceApproval: true, uniqueExternalIds: false });
  const rig = serviceRig(payroll);

  it.each([
    ['the batch is created', /POST \/v1\/batches$/],
    ['it is quoted', /POST .*\/generate-quote$/],
    ['it is started', /POST .*\/start-processing$/],
  ])('pays everybody once, after a kill when %s', async (what, at) => {
    const tag = what.replace(/\W/g, '').toLowerCase();
    const { rules, met } = oddest();
    await rig.payAndKill(payroll.sheet(`${tag}.csv`, targetSheet(tag, 3)), at, rules);
    expect(await rig.resume()).toMatchObject([{ state: 'awaiting_service_approval', exitCode: 4 }]);
    await payroll.control('service-approval', { answer: 'approve' });
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    expect(await rig.timesPaid(tag)).toEqual([1, 1, 1]);
    expect(TOLERANCES.filter((tolerance) => !met.has(tolerance.what))).toEqual([]);
    rig.proxy.rule({});
    await rig.holds();
  });
});
