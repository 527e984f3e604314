import type { RunningSandbox } from '../../src/sandbox/start-sandbox.ts';
import { germanIban } from '../support/payroll.ts';
import { type SignedFetch, signedFetch } from '../support/signed-fetch.ts';

/** A user with the merchant's keys, as in the service's dashboard: Payrun does not know these changes. */
export interface Hands {
  /** Makes the edit; `nth` chooses its object. Without one, nothing happens. */
  edit(kind: HandEditKind, nth: number): Promise<void>;
  /** The effects as plain text, in their order. */
  readonly done: readonly string[];
  /** Accounts that came to be by hand: no row names them. */
  readonly accounts: ReadonlySet<string>;
}

/** An edit by hand in the service, a moment before a call of Payrun arrives. */
export interface HandEdit {
  /** One of the edits, or whatever else happens then. */
  readonly kind: HandEditKind | (() => Promise<void>);
  readonly nth: number;
  readonly match: { readonly method: string; readonly path: string };
  /** So many such calls pass before it, of all processes together. */
  readonly skip: number;
}

/** The effect of an edit, as text; null if there was nothing to edit, or the service refused. */
type Edit = (call: SignedFetch, nth: number, accounts: Set<string>) => Promise<string | null>;

interface Listed {
  readonly id: string;
  readonly status: string;
}

const EDITS = {
  'account changed': async (call, nth, accounts) => {
    const person = await anyone(call, nth);
    const account = person?.accounts.find(({ primary }) => primary);
    if (!person || !account) return null;
    const path = `/v1/recipients/${person.id}/accounts/${account.id}`;
    const { status, body } = await call('PATCH', path, { iban: otherIban(account.iban ?? '', nth) });
    if (status !== 200) return null;
    accounts.add(body.account.id);
    return `the bank account of ${person.email} was changed`;
  },
  'account added': async (call, nth, accounts) => {
    const person = await anyone(call, nth);
    if (!person) return null;
    const account = { type: 'bank-transfer', iban: otherIban('', nth), currency: 'EUR', country: 'DE', primary: true };
    const { status, body } = await call('POST', `/v1/recipients/${person.id}/accounts`, account);
    if (status !== 200) return null;
    accounts.add(body.account.id);
    return `${person.email} got another primary bank account`;
  },
  'account deleted': async (call, nth) => {
    const person = await anyone(call, nth);
    const account = person?.accounts.find(({ primary }) => primary);
    if (!person || !account) return null;
    const { status } = await call('DELETE', `/v1/recipients/${person.id}/accounts/${account.id}`);
    return status === 200 ? `${person.email} was made unpayable: the bank account was deleted` : null;
  },
  'recipient archived': async (call, nth) => {
    const person = await anyone(call, nth);
    if (!person) return null;
    const { status } = await call('DELETE', `/v1/recipients/${person.id}`);
    return status === 200 ? `${person.email} was made unpayable: archived` : null;
  },
  'recipient suspended': async (call, nth) => {
    const person = await anyone(call, nth);
    if (!person) return null;
    const { status } = await call('PATCH', `/v1/recipients/${person.id}`, { status: 'suspended' });
    return status === 200 ? `${person.email} was made unpayable: suspended` : null;
  },
  'amount changed': async (call, nth) => {
    const found = await anyOpenPayment(call, nth);
    if (!found) return null;
    const amount = (Number(found.payment.amount) + 10).toFixed(2);
    const { status } = await call('PATCH', `/v1/batches/${found.batch}/payments/${found.payment.id}`, { amount });
    return status === 200 ? `the amount of payment ${found.payment.id} was changed to ${amount}` : null;
  },
  'payment added': async (call, nth) => {
    const batch = await anyOpenBatch(call, nth);
    const person = await anyone(call, nth);
    if (!batch || !person) return null;
    const { body } = await call('GET', `/v1/batches/${batch}`);
    const payment = { recipient: { id: person.id }, amount: '66.66', currency: body.batch.currency };
    const { status } = await call('POST', `/v1/batches/${batch}/payments`, payment);
    return status === 200 ? `a payment of 66.66 to ${person.email} was added to batch ${batch}` : null;
  },
  'payment removed': async (call, nth) => {
    const found = await anyOpenPayment(call, nth);
    if (!found) return null;
    const { status } = await call('DELETE', `/v1/batches/${found.batch}/payments/${found.payment.id}`);
    return status === 200 ? `payment ${found.payment.id} was removed from its batch` : null;
  },
  'batch sent': async (call, nth) => {
    const batch = await anyOpenBatch(call, nth);
    if (!batch) return null;
    await call('POST', `/v1/batches/${batch}/generate-quote`, {});
    const { status } = await call('POST', `/v1/batches/${batch}/start-processing`, {});
    return status === 200 ? `batch ${batch} was sent` : null;
  },
  'batch deleted': async (call, nth) => {
    const batch = await anyOpenBatch(call, nth);
    if (!batch) return null;
    const { status } = await call('DELETE', `/v1/batches/${batch}`);
    return status === 200 ? `batch ${batch} was deleted` : null;
  },
} as const satisfies Readonly<Record<string, Edit>>;

export type HandEditKind = keyof typeof EDITS;

export const HAND_EDIT_KINDS = Object.keys(EDITS) as readonly HandEditKind[];

export function startHands({ url, merchant: keys }: Pick<RunningSandbox, 'url' | 'merchant'>): Hands {
  const call = signedFetch({ url, keys });
  const done: string[] = [];
  const accounts = new Set<string>();
  return {
    done,
    accounts,
    async edit(kind, nth) {
      const what = await EDITS[kind](call, nth, accounts);
      if (what !== null) done.push(`by hand in the service: ${what}`);
    },
  };
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly accounts: readonly { readonly id: string; readonly primary: boolean; readonly iban: string | null }[];
}

/** By their e-mails, so that the ids, which differ each time, decide nothing. */
async function anyone(call: SignedFetch, nth: number): Promise<Person | null> {
  const { body } = await call('GET', '/v1/recipients?pageSize=1000');
  const people = (body.recipients as Person[]).toSorted((a, b) => a.email.localeCompare(b.email));
  const person = people[nth % people.length];
  if (!person) return null;
  const { body: listed } = await call('GET', `/v1/recipients/${person.id}/accounts`);
  return { ...person, accounts: listed.accounts };
}

async function anyOpenBatch(call: SignedFetch, nth: number): Promise<string | null> {
  const { body } = await call('GET', '/v1/batches?pageSize=1000');
  const open = (body.batches as Listed[]).filter(({ status }) => status === 'open').reverse();
  return open[nth % open.length]?.id ?? null;
}

async function anyOpenPayment(call: SignedFetch, nth: number) {
  const batch = await anyOpenBatch(call, nth);
  if (batch === null) return null;
  const { body } = await call('GET', `/v1/batches/${batch}/payments?pageSize=1000`);
  const payments = body.payments as { readonly id: string; readonly amount: string }[];
  const payment = payments[nth % payments.length];
  return payment ? { batch, payment } : null;
}

/** An unused IBAN; every second one looks like the one it replaces, if only the end of that is shown. */
function otherIban(shown: string, nth: number): string {
  const ending = nth % 2 === 0 ? Number(/\d\d$/.exec(shown)?.[0] ?? 0) : 0;
  return germanIban(9_000_000 + 100 * nth + ending);
}
