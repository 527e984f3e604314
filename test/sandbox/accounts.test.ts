import { describe, expect, test } from 'vitest';
import { aRecipient, batchOf, GERMAN_ACCOUNT, PAYPAL_ACCOUNT, startWorld, US_ACCOUNT, type World } from './world.ts';

async function add({ call }: World, recipient: string, account: object) {
  const { body } = await call('POST', `/v1/recipients/${recipient}/accounts`, account);
  expect(body.ok).toBe(true);
  return body.account;
}

test('an IBAN is enough: country and currency are derived, and the IBAN is returned masked', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, null);
  const account = await add(world, id, { type: 'bank-transfer', iban: 'DE89 3704 0044 0532 0130 00' });
  expect(account).toMatchObject({
    recipientAccountId: expect.stringMatching(/^A-/),
    type: 'bank-transfer',
    primary: true,
    country: 'DE',
    currency: 'EUR',
    iban: '********************00',
    accountNum: '',
    bankName: expect.any(String),
  });
});

test('an account number is returned masked except for its last two characters', async () => {
  const world = await startWorld();
  const account = await add(world, await aRecipient(world, null), { ...US_ACCOUNT, accountNum: '1234 56789' });
  expect(account).toMatchObject({ accountNum: '*******89', iban: null, branchId: '021000021' });
});

describe('a request refused with 406', () => {
  test.each([
    ['no type', {}, 'empty_field', 'type'],
    ['a type that is not active', { type: 'debit-card' }, 'invalid_field', 'type'],
    ['PayPal without its e-mail', { type: 'paypal' }, 'empty_field', 'emailAddress'],
    ['a bad PayPal e-mail', { type: 'paypal', emailAddress: 'x' }, 'invalid_field', 'emailAddress'],
    ['a wrong IBAN', { ...GERMAN_ACCOUNT, iban: 'DE88370400440532013000' }, 'invalid_field', 'iban'],
    ['a wrong routing number', { ...US_ACCOUNT, branchId: '021000022' }, 'invalid_field', 'branchId'],
    ['no routing number', { ...US_ACCOUNT, branchId: undefined }, 'empty_field', 'branchId'],
    ['no account number', { ...US_ACCOUNT, accountNum: undefined }, 'empty_field', 'accountNum'],
    ['no currency', { ...US_ACCOUNT, currency: undefined }, 'empty_field', 'currency'],
    ['a number for the account number', { ...US_ACCOUNT, accountNum: 123456789 }, 'invalid_field', 'accountNum'],
    ['a bad BIC', { ...GERMAN_ACCOUNT, swiftBic: 'NOPE' }, 'invalid_field', 'swiftBic'],
    ['a primary that is no boolean', { ...GERMAN_ACCOUNT, primary: 1 }, 'invalid_field', 'primary'],
  ])('%s', async (_, account, code, field) => {
    const world = await startWorld();
    const id = await aRecipient(world, null);
    const { status, body } = await world.call('POST', `/v1/recipients/${id}/accounts`, account);
    expect([status, body.ok]).toEqual([406, false]);
    expect(body.errors).toContainEqual({ code, field, message: expect.any(String) });
  });

  test('a message never repeats the bank detail', async () => {
    const world = await startWorld();
    const id = await aRecipient(world, null);
    const iban = 'DE88370400440532013000';
    const { body } = await world.call('POST', `/v1/recipients/${id}/accounts`, { type: 'bank-transfer', iban });
    expect(JSON.stringify(body)).not.toContain(iban.slice(4));
  });
});

test('the first account is the primary one; a later one replaces it only if asked', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, null);
  const primaries = async () => {
    const { body } = await world.call('GET', `/v1/recipients/${id}/accounts`);
    return body.accounts.map(({ type, primary }: Record<string, unknown>) => [type, primary]);
  };
  await add(world, id, GERMAN_ACCOUNT);
  const second = await add(world, id, PAYPAL_ACCOUNT);
  expect(await primaries()).toEqual([
    ['bank-transfer', true],
    ['paypal', false],
  ]);
  const path = `/v1/recipients/${id}/accounts/${second.recipientAccountId}`;
  const { body } = await world.call('PATCH', path, { primary: true });
  expect(body).toMatchObject({
    ok: true,
    object: 'updated',
    account: { recipientAccountId: second.recipientAccountId },
  });
  expect(await primaries()).toEqual([
    ['paypal', true],
    ['bank-transfer', false],
  ]);
  await add(world, id, { ...GERMAN_ACCOUNT, primary: true });
  expect((await primaries()).filter(([, primary]: [string, boolean]) => primary)).toEqual([['bank-transfer', true]]);
  expect((await world.call('PATCH', path, { primary: false })).status).toBe(200);
});

test('a bank field creates a new id and retires the old one', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, null);
  const old = await add(world, id, GERMAN_ACCOUNT);
  const path = `/v1/recipients/${id}/accounts`;
  const { status, body } = await world.call('PATCH', `${path}/${old.recipientAccountId}`, {
    iban: 'FR1420041010050500013M02606',
  });
  expect(status).toBe(200);
  expect(body.account).toMatchObject({ primary: true, country: 'FR' });
  expect(body.account.recipientAccountId).not.toBe(old.recipientAccountId);
  expect((await world.call('GET', `${path}/${old.recipientAccountId}`)).status).toBe(404);
  expect((await world.call('GET', `${path}/${body.account.recipientAccountId}`)).body.account).toEqual(body.account);
  expect((await world.call('GET', path)).body.accounts).toHaveLength(1);
});

test('an invalid change changes nothing', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, null);
  const { recipientAccountId } = await add(world, id, GERMAN_ACCOUNT);
  const path = `/v1/recipients/${id}/accounts/${recipientAccountId}`;
  const { status, body } = await world.call('PATCH', path, { iban: 'DE88370400440532013000' });
  expect([status, body.errors[0].field]).toEqual([406, 'iban']);
  expect((await world.call('PATCH', path, { type: 'paypal' })).status).toBe(406);
  expect((await world.call('PATCH', path, { primary: false })).status).toBe(406);
  expect((await world.call('GET', path)).status).toBe(200);
});

test('without its primary account a recipient is incomplete until another one is set', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, null);
  const first = await add(world, id, GERMAN_ACCOUNT);
  await add(world, id, PAYPAL_ACCOUNT);
  const { body } = await world.call('DELETE', `/v1/recipients/${id}/accounts/${first.recipientAccountId}`);
  expect(body).toEqual({ ok: true, object: 'deleted' });
  const { recipient } = (await world.call('GET', `/v1/recipients/${id}`)).body;
  expect(recipient).toMatchObject({ status: 'incomplete', inactiveReasons: { primaryAccount: 'missing' } });
  expect(recipient.accounts).toHaveLength(1);
});

test("another recipient's account is not found", async () => {
  const world = await startWorld();
  const [one, other] = [await aRecipient(world, null), await aRecipient(world, null)];
  const { recipientAccountId } = await add(world, one, GERMAN_ACCOUNT);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect((await world.call(method, `/v1/recipients/${other}/accounts/${recipientAccountId}`)).status).toBe(404);
});

test('a new primary account prices the open payments again', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, GERMAN_ACCOUNT);
  const batch = await batchOf(world, id, ['100.00']);
  expect(batch.payments.payments[0]).toMatchObject({ targetCurrency: 'EUR', targetAmount: '88.93', routeType: 'sepa' });
  await add(world, id, { ...US_ACCOUNT, primary: true });
  const { body } = await world.call('GET', `/v1/batches/${batch.id}/payments`);
  expect(body.payments[0]).toMatchObject({ targetCurrency: 'USD', targetAmount: '99.50', routeType: 'ach' });
});
