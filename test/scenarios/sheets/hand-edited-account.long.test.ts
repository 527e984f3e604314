import { expect, it } from 'vitest';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { selectPayments } from '../../../src/ledger/runs/payment-status.ts';
import { selectPayment } from '../../../src/ledger/views/payment-view.ts';
import { selectRunPayments } from '../../../src/ledger/views/run-payments.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type Payroll, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

/** The same two last digits, at another bank: behind its mask no one can tell it from `germanIban(n)`. */
const lookAlike = (n: number): string => {
  for (let other = n + 1; ; other++)
    if (germanIban(other).slice(-2) === germanIban(n).slice(-2)) return germanIban(other);
};

const callOf = (payroll: Payroll) => signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });

/** Changes the primary account by hand in the service. Returns its new id. */
async function editByHand(payroll: Payroll, email: string, fields: Record<string, string>): Promise<string> {
  const call = callOf(payroll);
  const recipient = (await call('GET', `/v1/recipients?email=${encodeURIComponent(email)}`)).body.recipients[0];
  const primary = recipient.accounts.find((account: { primary: boolean }) => account.primary);
  const { body } = await call('PATCH', `/v1/recipients/${recipient.id}/accounts/${primary.id}`, fields);
  return body.account.id;
}

/** The ids of the accounts that someone was paid to, oldest first. */
async function paidAccounts(payroll: Payroll, email: string): Promise<readonly string[]> {
  const { payments } = await payroll.ledger();
  const paid = payments.filter(({ recipientEmail, timesPaid }) => recipientEmail === email && timesPaid > 0);
  const call = callOf(payroll);
  const shown = await Promise.all(
    paid.map(async ({ batchId, id }) => (await call('GET', `/v1/batches/${batchId}/payments/${id}`)).body.payment),
  );
  // An account that was edited has another id, and the old one is not shown any more.
  return shown.map(({ account }) => account?.id ?? 'retired');
}

const LOST = [
  ['an answer of 502, before the effect', { do: 'status', status: 502, effect: 'before' }],
  ['an answer of 502, after the effect', { do: 'status', status: 502, effect: 'after' }],
  ['a cut connection, before the effect', { do: 'drop', effect: 'before' }],
  ['a cut connection, after the effect', { do: 'drop', effect: 'after' }],
] as const;

describeDatabases('an account that was edited by hand in the service, and another one in the sheet', (database) => {
  const payroll = testPayroll(database);
  const pay = (reference: string, email: string, iban: string, more: Parameters<Payroll['pay']>[1] = {}) =>
    payroll.pay(
      payroll.sheet(`${reference}.csv`, sheetOf([{ reference, email, iban, amount: `${reference.length}1.00` }])),
      more,
    );
  /** Someone was paid, asked in the service for another account, and has now a third one in the sheet. */
  const arrange = async (email: string, n: number): Promise<{ edited: string; wanted: string }> => {
    expect((await pay(`first-${n}`, email, germanIban(n))).counts.processed).toBe(1);
    const wanted = germanIban(n + 1);
    return { edited: await editByHand(payroll, email, { iban: lookAlike(n + 1) }), wanted };
  };
  /** A changed account is held; the release lets it go. */
  const release = async (run: string): Promise<RunOutcome> => {
    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query<{ reference: string }>(
      `select reference from payrun.payment where run_id = $1`,
      [run],
    );
    await releasePayments(appContext, [rows[0]!.reference], person('bob'), null, VERIFIED);
    return (await payroll.resume(run))[0]!;
  };
  /** What the ledger believes is exactly what an answer to its own call has said. */
  const isPaidToItsOwn = async (email: string, edited: string) => {
    const accounts = await paidAccounts(payroll, email);
    expect(accounts).toHaveLength(2);
    expect(accounts).not.toContain(edited);
  };

  it.each(LOST)('is never paid after %s', async (name, fault) => {
    const n = 10 * (LOST.findIndex(([one]) => one === name) + 1);
    const email = `lost${n}@example.com`;
    const { edited, wanted } = await arrange(email, n);
    const held = await pay(`second-${n}`, email, wanted);
    expect(held.problems[0]).toMatchObject({ code: 'account_changed' });
    await payroll.control('faults', [{ match: { method: 'POST', path: '/accounts$' }, times: 1, ...fault }]);
    expect(await release(held.run)).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 1 } });
    await isPaidToItsOwn(email, edited);
  });

  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)('is never paid after a kill %s the effect of the call', async (effect, n) => {
    const email = `killed${n}@example.com`;
    const { edited, wanted } = await arrange(email, 100 * n);
    const held = await pay(`killed-${n}`, email, wanted);
    await releasePayments(await payroll.appContext(), [`killed-${n}`], person('bob'), null, VERIFIED);
    // The process ends with the call on its way: nothing is read, and nothing else is written.
    const gone = new AbortController();
    const wire: typeof fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (!/\/accounts$/.test(url) || init?.method !== 'POST') return fetch(input, init);
      if (effect === 'after') await fetch(input, init);
      gone.abort(new Error('killed'));
      throw gone.signal.reason;
    };
    const dying = await payroll.appContext({}, wire);
    await expect(resumeRuns(dying, { run: held.run, progress: () => {}, signal: gone.signal })).rejects.toThrow();
    expect((await payroll.resume(held.run))[0]).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 1 } });
    await isPaidToItsOwn(email, edited);
  });
});

describeDatabases('an account that shows other bank details under the same id', (database) => {
  const payroll = testPayroll(database);

  it.each(['auto', 'manual'])(
    'G7: is not paid (approval: %s), the reason names the fields, and the next run adds the right one',
    async (approval) => {
      const email = `${approval}@example.com`;
      const file = payroll.sheet(`${approval}.csv`, sheetOf([{ reference: `S-${approval}`, email }]));
      const wire: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        if (!/\/payments\?/.test(String(input))) return answer;
        const text = (await answer.text()).replaceAll(/"accountHolderName":"[^"]*"/g, '"accountHolderName":"Eve Fox"');
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
      const stopped = await payroll.pay(file, { wire, env: { 'approval.policy': approval } });
      expect(stopped).toMatchObject({ state: 'needs_person', exitCode: 4 });
      expect(stopped.note).toMatch(/row 2 goes to another account, which differs in the account holder/);
      expect(await paidAccounts(payroll, email)).toEqual([]);
      const { ledger } = await payroll.appContext();
      const inRun = { run: stopped.run, state: null, reference: null, limit: 9 };
      const [printed] = await selectPayments(ledger.db, null, { ...inRun, after: null });
      const page = { run: BigInt(stopped.run), state: null, text: null, after: -1, limit: 9 };
      const [listed] = (await selectRunPayments(ledger.db, null, page)).payments;
      if (approval === 'manual')
        for (const shown of [printed, listed, await selectPayment(ledger.db, null, printed!.payment)])
          expect(shown).toMatchObject({
            state: 'unknown',
            reason: expect.stringMatching(
              /differs in the account holder.*\. Correct the batch in the payout service\. The run continues/,
            ),
          });
      // Read before anybody is asked, such a batch is not theirs to approve or to reject.
      if (approval === 'manual') return;
      await rejectRun(await payroll.appContext(), stopped.run, {
        by: person('anna'),
        because: 'edited',
        progress: () => {},
      });
      expect(await payroll.pay(file)).toMatchObject({ state: 'done', counts: { processed: 1 } });
      expect(await paidAccounts(payroll, email)).toHaveLength(1);
    },
  );
});
