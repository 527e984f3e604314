import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { callOperation, maskedAnswer, SERVICE_OPERATIONS } from '../../../src/engine/merchants/service-operation.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import { ENDPOINTS } from '../../../src/service/shapes/endpoints.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { anAdmin, person } from '../../support/person.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

describeDatabases('an operation of the payout service', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let recipient = '';
  const call = (name: string, fields: Readonly<Record<string, string>> = {}, by = 'root') =>
    callOperation(appContext, { name, merchant: 'default', fields, by: person(by) });
  beforeAll(async () => {
    appContext = await payroll.appContext();
    const { ledger } = appContext;
    await payroll.pay(
      payroll.sheet('a.csv', sheetOf([{ reference: 'A-1', email: 'a@example.com', iban: germanIban(5) }])),
    );
    const deps = { ...appContext, passwords: cheapPasswords };
    await addUser(deps, await anAdmin(ledger), {
      name: 'root',
      role: 'admin',
      merchants: null,
      limits: null,
      password: null,
    });
    for (const role of ['auditor', 'approver'] as const)
      await addUser(deps, person('root'), { name: role, role, merchants: null, limits: null, password: null });
    const { rows } = await ledger.db.query<{ id: string }>('select remote_id as id from payrun.recipient');
    recipient = rows[0]!.id;
  });

  it('is every entry of the endpoint table, and those that move money are refused', async () => {
    expect(SERVICE_OPERATIONS.map(({ name }) => name)).toEqual(Object.keys(ENDPOINTS));
    for (const { name, refused } of SERVICE_OPERATIONS)
      if (refused !== null) await expect(call(name), name).rejects.toMatchObject({ code: 'usage' });
    expect(SERVICE_OPERATIONS.filter(({ refused }) => refused === null).map(({ name }) => name)).toEqual(
      expect.not.arrayContaining([
        'createBatch',
        'generateQuote',
        'startProcessing',
        'addPayment',
        'updatePayment',
        'createSubMerchant',
      ]),
    );
  });

  it('reads, with bank details masked, for admins and auditors', async () => {
    for (const by of ['root', 'auditor']) {
      const answer = JSON.stringify(await call('listAccounts', { id: recipient }, by));
      expect(answer).toContain(`***${germanIban(5).slice(-2)}`);
      expect(answer).not.toContain(germanIban(5));
    }
    expect(await call('listRecipients', { page: '1', pageSize: '1' })).toMatchObject({
      recipients: [{ id: recipient }],
    });
    await expect(call('listAccounts', { id: recipient }, 'approver')).rejects.toMatchObject({ code: 'may_not_decide' });
  });

  it.each([
    ['nothing', {}, /no operation "nothing"/],
    ['getRecipient', {}, /getRecipient requires id/],
    ['getRecipient', { id: 'R-1', page: '2' }, /does not accept page/],
    ['listRecipients', { pageSize: 'many' }, /pageSize/],
  ])('%s with %j is refused before anything is sent', async (name, fields, why) => {
    await expect(call(name, fields)).rejects.toThrow(why);
  });

  it('that changes something is for admins, in the audit log, and what the ledger knew of the recipient is in doubt', async () => {
    await expect(call('updateRecipient', { id: recipient, firstName: 'Ada' }, 'auditor')).rejects.toMatchObject({
      code: 'may_not_decide',
    });
    await call('updateRecipient', { id: recipient, firstName: 'Ada', 'address.city': 'Bonn' });
    expect(await call('getRecipient', { id: recipient })).toMatchObject({
      recipient: { firstName: 'Ada', address: { city: 'Bonn' } },
    });
    const { db } = appContext.ledger;
    expect((await db.query('select doubt from payrun.recipient')).rows).toEqual([{ doubt: 'read' }]);
    const { rows } = await db.query(
      `select actor, data->>'operation' as operation, data->'fields' as fields from payrun.event where kind = 'service_changed'`,
    );
    expect(rows).toEqual([
      { actor: 'root', operation: 'updateRecipient', fields: ['id', 'firstName', 'address.city'] },
    ]);
  });

  it('that archives several recipients leaves what the ledger knew of each in doubt', async () => {
    const { db } = appContext.ledger;
    await db.query('update payrun.recipient set doubt = null');
    await call('deleteRecipients', { ids: JSON.stringify([recipient]) });
    expect((await db.query('select doubt from payrun.recipient')).rows).toEqual([{ doubt: 'read' }]);
  });

  it.each([
    ['was lost is in the audit log as unconfirmed', 'language', 'lost', [{ unconfirmed: true }]],
    ['is a refusal is not in the audit log', 'lastName', 'refused', []],
  ])('whose answer %s', async (_, field, fate, events) => {
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method !== 'PATCH') return answer;
      if (fate === 'lost') throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
      return Response.json({ ok: false, errors: [{ code: 'invalid_field', message: 'No' }] }, { status: 400 });
    };
    const other = await payroll.appContext({}, wire);
    const { db } = other.ledger;
    await db.query('update payrun.recipient set doubt = null');
    const fields = { id: recipient, [field]: 'de' };
    const change = callOperation(other, { name: 'updateRecipient', merchant: 'default', fields, by: person('root') });
    await expect(change).rejects.toThrow();
    const { rows } = await db.query<{ data: object }>(
      `select data from payrun.event where kind = 'service_changed' and data->'fields' @> to_jsonb($1::text)`,
      [field],
    );
    expect(rows.map(({ data }) => data)).toEqual(events.map((event) => expect.objectContaining(event)));
    expect((await db.query('select doubt from payrun.recipient')).rows).toEqual([{ doubt: 'read' }]);
  });
});

it('masks account numbers, identity numbers and keys, wherever they are', () => {
  expect(
    maskedAnswer({
      a: [{ iban: 'DE89370400440532013000', note: 'to DE89370400440532013000' }],
      governmentIds: [{ value: '12345678' }],
      ok: true,
    }),
  ).toEqual({ a: [{ iban: '***3000', note: 'to ***3000' }], governmentIds: [{ value: '***5678' }], ok: true });
});
