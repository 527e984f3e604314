import { expect, it } from 'vitest';
import { recipientFingerprint } from '../../src/ledger/payments/fingerprints.ts';
import { sealRow } from '../../src/ledger/payments/sealed-row.ts';
import { syncRecipients } from '../../src/recipients/sync.ts';
import { describeDatabases } from '../support/database.ts';
import { notFound, scriptedService } from '../support/scripted-service.ts';
import { addPayments, addRecipient, startTestRun, testDeps, testDraft } from '../support/test-run.ts';

describeDatabases('a recipient who cannot be read', (database) => {
  it('G9: holds a payment that names only their number, and is not read again and again', async () => {
    const ledger = await database.open();
    const run = await startTestRun(ledger);
    const [payment] = await addPayments(ledger, run, [{ account: null }]);
    const recipient = await addRecipient(ledger, run.merchant);
    const key = recipientFingerprint(ledger.vault, 'ref:person-1');
    await ledger.db.query(`update payrun.recipient set key_fp = $2, doubt = 'read' where id = $1`, [recipient, key]);
    await ledger.db.query(
      'update payrun.payment set recipient_fp = $2, profile_fp = null, row_sealed = $3 where id = $1',
      [payment, key, sealRow(ledger.vault, run.merchant, payment!, { cells: {}, draft: testDraft() })],
    );
    let reads = 0;
    const { service } = scriptedService({
      getRecipient: () => {
        if (++reads > 1) throw new Error('it was read again');
        throw notFound();
      },
      listRecipients: () => ({ recipients: [{ id: `R-${recipient}`, status: 'active' }] }),
    });
    await syncRecipients(run, testDeps(ledger, { service }));
    const { rows } = await ledger.db.query('select state, reason_code from payrun.payment where id = $1', [payment]);
    expect(rows).toEqual([{ state: 'held', reason_code: 'recipient_unreadable' }]);
  });
});
