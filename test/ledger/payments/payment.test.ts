import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { countRecipientWork, failNameless, matchKnownRecipients } from '../../../src/ledger/payments/payment.ts';
import { describeDatabases } from '../../support/database.ts';
import { addPayments, startTestRun } from '../../support/test-run.ts';

describeDatabases('payments whose recipients the ledger knows', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Two recipients who share an e-mail, the newer one first, and whoever has it as key if `key`. */
  const household = async (merchant: string, key: boolean) => {
    const fp = (text: string) => ledger.vault.fingerprint('test', text);
    for (const [id, keyOf, daysAgo] of [
      ['newer', 'V-2', 1],
      ['older', 'V-1', 2],
      ...(key ? [['by key', 'home@', 0] as const] : []),
    ] as const)
      await ledger.db.query(
        `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id, remote_id, created_at)
         values (gen_random_uuid(), $1, $2, $3, $4::text, 'R-' || $4::text, now() - $5 * interval '1 day')`,
        [merchant, fp(keyOf), fp('home@'), id, daysAgo],
      );
  };
  const matched = async (run: bigint) => {
    const { rows } = await ledger.db.query<{ who: string | null }>(
      `select r.reference_id as who from payrun.payment p left join payrun.recipient r on r.id = p.recipient_id
       where p.run_id = $1 order by p.row`,
      [run],
    );
    return rows.map(({ who }) => who);
  };

  it.each([
    ['the recipient who has it as key', true, 'by key'],
    ['the oldest recipient who has it', false, 'older'],
  ] as const)('go to %s, if a row names only an e-mail', async (_, key, who) => {
    const run = await startTestRun(ledger, { merchant: `household-${key}` });
    await household(run.merchant, key);
    await addPayments(ledger, run, [
      { state: 'ready', recipientKey: 'home@', account: null },
      { state: 'ready', recipientKey: 'V-2', account: null },
      { state: 'ready', recipientKey: 'nobody@', account: null },
    ]);
    await ledger.db.query('update payrun.payment set profile_fp = null where run_id = $1', [run.id]);
    expect(await countRecipientWork(ledger.db, run.id)).toMatchObject({ unknown: 1, nameless: 1, changed: 0 });
    expect(await matchKnownRecipients(ledger.db, run.id)).toBe(1);
    expect(await matched(run.id)).toEqual([who, 'newer', null]);
    expect(await failNameless(ledger.db, run.id, 'unknown_recipient', 'Not known.')).toEqual([4]);
  });

  it('go to the recipient whom the payout service has, if another one has the e-mail as key', async () => {
    const run = await startTestRun(ledger, { merchant: 'household-refused' });
    await household(run.merchant, true);
    await ledger.db.query(
      `update payrun.recipient set remote_id = null where merchant_id = $1 and reference_id = 'by key'`,
      [run.merchant],
    );
    await addPayments(ledger, run, [{ recipientKey: 'home@', account: null }, { recipientKey: 'nobody@' }]);
    await ledger.db.query('update payrun.payment set profile_fp = null where run_id = $1', [run.id]);
    await matchKnownRecipients(ledger.db, run.id);
    expect(await matched(run.id)).toEqual(['older', null]);
  });

  it('are not failed for a row without a name if another row of the recipient has one', async () => {
    const run = await startTestRun(ledger, { merchant: 'named-once' });
    await addPayments(ledger, run, [
      { state: 'ready', recipientKey: 'ann@' },
      { state: 'ready', recipientKey: 'ann@' },
      { state: 'ready', recipientKey: 'ben@' },
    ]);
    await ledger.db.query('update payrun.payment set profile_fp = null where run_id = $1 and row > 2', [run.id]);
    expect(await failNameless(ledger.db, run.id, 'unknown_recipient', 'Not known.')).toEqual([4]);
  });
});
