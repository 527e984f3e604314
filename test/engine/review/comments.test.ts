import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { NotificationContent } from '../../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../../src/engine/notifications/notification-templates.ts';
import { addComment } from '../../../src/engine/review/comments.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { plain } from '../../scenarios/figures/read-renderings.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { firstAdmin, person } from '../../support/person.ts';
import { cheapPasswords } from '../../support/web-visit.ts';
import { openOffice } from '../../web/pages/pages-office.ts';

const AUDITOR = { role: 'admin', name: 'ada' } as const;
const SHEET = `paymentReference,amount,currency,type,firstName,lastName,email,dob,street1,city,region,postalCode,country,accountNum,branchId
US-1,10.00,USD,individual,Ada,Byron,ada@example.com,1990-04-17,1 Main St,Austin,TX,73301,US,88776655,111000025
`;

describeDatabases('a comment on a payment', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let payment: { id: string; run: string };

  beforeAll(async () => {
    appContext = await payroll.appContext();
    const { run } = await payroll.pay(payroll.sheet('us.csv', SHEET), { dryRun: true });
    const { rows } = await appContext.ledger.db.query<{ id: string }>('select id from payrun.payment');
    payment = { id: rows[0]!.id, run: String(run) };
  });
  const comment = (text: string) =>
    addComment(appContext, { run: payment.run, payment: payment.id }, text, person('mia'));

  it('has no bank detail or ID of its row, however it is written', async () => {
    for (const text of [
      'Her account is 88776655',
      'acct 8877-6655?',
      '8877 6655',
      'routing 111000025',
      'born 1990-04-17',
    ])
      await expect(comment(text), text).rejects.toMatchObject({ code: 'usage' });
    const { rows } = await appContext.ledger.db.query(`select from payrun.event where kind = 'commented'`);
    expect(rows).toHaveLength(0);
    await comment('Called her about invoice 20260417: 10.00 USD is right.');
  });

  it('on a recipient is in the audit and on their page, has none of their bank details, and tells whom it mentions', async () => {
    const { db } = appContext.ledger;
    const office = openOffice(appContext);
    await payroll.pay(payroll.sheet('us-2.csv', SHEET.replace('US-1', 'US-2')));
    const { rows } = await db.query<{ id: string }>('select id from payrun.recipient');
    const { id } = rows[0]!;
    const path = `/recipients/${id}`;
    await expect(addComment(appContext, { recipient: id }, 'acct 8877-6655', person('mia'))).rejects.toMatchObject({
      code: 'usage',
    });
    const admin = await firstAdmin(appContext.ledger);
    const bob = {
      name: 'bob',
      role: 'maker',
      merchants: null,
      limits: null,
      password: 'correct horse battery',
      email: 'bob@example.com',
    } as const;
    await addUser({ ...appContext, passwords: cheapPasswords }, admin, bob);
    const text = 'Called Ada, @bob: the new account is hers.';
    const refused = await office.post(`${path}/comment`, { comment: ' ' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Write a comment.')]);
    expect((await office.post(`${path}/comment`, { comment: text }, { name: admin.name, role: 'admin' })).status).toBe(
      303,
    );
    const mentions = async (name: string) => plain((await office.get('/', { name, role: 'maker' })).text);
    expect(await mentions('bob')).toContain(`Mentions Ada Byron Unread${admin.name}, just now: “${text}”`);
    expect(await mentions('carla')).not.toContain('Mentions');
    expect((await office.get(path)).text).toContain(`“${text}”`);
    expect(await mentions('bob')).toContain('Unread');
    await office.get(path, { name: 'bob' });
    expect(await mentions('bob')).toContain(`Mentions Ada Byron${admin.name}`);
    expect((await office.get('/settings/audit?kind=commented', AUDITOR)).text).toContain(
      `<a href="${path}">Recipient</a>`,
    );
    for (const [merchants, isSeen] of [
      [['other'], false],
      [['default'], true],
    ] as const)
      expect((await office.get('/settings/audit?kind=commented', { ...AUDITOR, merchants })).text.includes(text)).toBe(
        isSeen,
      );
    const notices = await db.query<{ run: bigint | null; content: NotificationContent; target: string }>(
      `select n.run_id as run, n.content, d.target from payrun.notice n join payrun.notice_delivery d on d.notice_id = n.id where kind = 'mentioned'`,
    );
    expect(notices.rows).toMatchObject([{ run: null, content: { recipient: id }, target: 'bob@example.com' }]);
    expect(notificationText('mentioned', notices.rows[0]!.content, `https://pay.example.com${path}`).text).toContain(
      `https://pay.example.com${path}#activity`,
    );
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('is not empty or too long, whoever adds it', async () => {
    for (const text of ['', ' \n\t', '\u202E ', 'x'.repeat(301)])
      await expect(comment(text), text).rejects.toMatchObject({ code: 'usage' });
  });
});
