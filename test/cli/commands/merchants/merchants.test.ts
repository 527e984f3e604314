import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Options } from '../../../../src/cli/command.ts';
import { COMMANDS } from '../../../../src/cli/command-table.ts';
import { printAnswer } from '../../../../src/cli/print-answer.ts';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import type { ShownFee } from '../../../../src/engine/merchants/read-merchant.ts';
import { addMerchant } from '../../../../src/ledger/merchants/merchant.ts';
import type { KeyKind, MerchantKeys } from '../../../../src/model.ts';
import { describeDatabases } from '../../../support/database.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';
import { createTestService } from '../../../support/test-service.ts';

const ONBOARDING = { businessLegalName: 'Acme Ltd', businessCountry: 'GB' };

describeDatabases('a merchant in the service', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let sub: MerchantKeys;

  const keep = (id: string, keys: MerchantKeys, kind: KeyKind) =>
    appContext.ledger.tx((db) =>
      addMerchant(db, appContext.ledger.vault, {
        id,
        environment: 'sandbox',
        country: 'GB',
        keys,
        kind,
        storesKeys: true,
      }),
    );

  beforeAll(async () => {
    appContext = await payroll.appContext();
    await keep('us', payroll.sandbox.parent, 'parent');
    const platform = await appContext.service('us');
    const { merchant } = await platform.call('createSandboxMerchant', {
      body: { apikey: true, merchant: { name: 'Acme', currency: 'GBP', country: 'GB' }, onboarding: ONBOARDING },
    });
    sub = { accessKey: merchant.accessKey!, secretKey: merchant.secretKey! };
    await keep('acme', sub, 'merchant');
    const acme = await appContext.service('acme');
    await acme.call('updateFeeCover', {
      body: {
        currency: 'GBP',
        integration: 'debitCard',
        type: 'domestic',
        amount: '50',
        amountType: 'percentage',
        maximumFee: '2.00',
      },
    });
    await acme.call('updatePayoutMethod', {
      params: { payoutMethod: 'paypal' },
      body: {
        mode: 'sandbox',
        account: 'payouts@acme.example',
        clientId: 'client-id-of-acme',
        secret: 'paypal-secret',
      },
    });
    for (const [name, value] of Object.entries(payroll.env())) vi.stubEnv(name, value);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  /** The command as the command line calls it: what it printed, and its document. */
  async function run(name: string, args: readonly string[], options: Options = {}) {
    const command = await COMMANDS.find((entry) => entry.name === name)!.load();
    const text = recordingTerminal();
    const json = recordingTerminal({ json: true });
    for (const { terminal } of [text, json])
      printAnswer(terminal, await command({ args, options, terminal, signal: new AbortController().signal }));
    expect(text.output.stdout + json.output.stdout).not.toMatch(/SK-|payouts@|client-id-of|paypal-secret|undefined/);
    return { text: text.output.stdout, document: JSON.parse(json.output.stdout) };
  }

  it('merchants show: balances, payout methods and webhooks', async () => {
    const { text, document } = await run('merchants show', ['acme']);
    expect(text).toMatch(/SANDBOX, NO MONEY MOVES\nacme: keys of a merchant, sandbox, GB\./);
    expect(text).toMatch(/GBP +1000000\.00 +paymentrails/);
    expect(text).toMatch(/bank-transfer +no +pending +all/);
    expect(text).toContain('No webhooks');
    expect(document).toMatchObject({ merchant: 'acme', kind: 'merchant', webhooks: [] });
    expect(document.payoutMethods).toHaveLength(6);
  });

  it('merchants show of a platform makes no call to the service', async () => {
    const { text, document } = await run('merchants show', ['us']);
    expect(text).toContain('us: keys of a parent');
    expect(document).toMatchObject({ kind: 'parent', balances: null, payoutMethods: null });
  });

  it('merchants payout-methods: what is approved, with masked accounts', async () => {
    const { text, document } = await run('merchants payout-methods', ['acme']);
    expect(text).toMatch(/paypal +no +approved +mode sandbox, account p\*\*\*@acme\.example, clientId \*\*\*acme/);
    expect(text).toMatch(/debit-card .*US +supportedNetworks visa mastercard/);
    expect(document.payoutMethods[0]).toMatchObject({ method: 'bank-transfer', status: 'pending', countries: [] });
  });

  it('merchants funding: the account is masked, the memo is not', async () => {
    const { text, document } = await run('merchants funding', ['acme']);
    expect(text).toMatch(/GBP: put PR-\w+ in the memo\./);
    expect(text).toMatch(/accountNum +\*+\d\d\n/);
    expect(document.funding[0]).toMatchObject({ accountCurrency: 'GBP', bankName: 'Sandbox Bank GBP' });
  });

  it('merchants fees: the fees of the service and the part that the merchant bears', async () => {
    const { text, document } = await run('merchants fees', ['acme'], { currency: 'GBP' });
    expect(text).toMatch(/GBP +debitCard domestic +1\.50% +0\.50 +50\.00% +2\.00/);
    expect(text).toMatch(/GBP +fxMargin A +1\.50%/);
    const currencies = new Set((document.fees as ShownFee[]).map(({ currency }) => currency));
    expect([...currencies]).toEqual(['GBP']);
    await expect(run('merchants fees', ['acme'], { currency: 'gbp' })).rejects.toMatchObject({ code: 'usage' });
  });

  it('of an unknown merchant is refused, and keys of a platform are not sent for it', async () => {
    await expect(run('merchants funding', ['nobody'])).rejects.toMatchObject({ code: 'merchant_unknown' });
    await expect(run('merchants fees', ['us'])).rejects.toMatchObject({ code: 'keys_of_wrong_kind', exitCode: 2 });
  });

  it('the keys of a new sub-merchant are nowhere in the log of calls', async () => {
    await appContext.calls.flush();
    const { rows } = await appContext.ledger.db.query<{ text: string }>('select c::text as text from payrun.call c');
    const text = rows.map((row) => row.text).join('\n');
    expect(text).toContain('/v1/profile/sandbox');
    for (const key of [sub.secretKey, sub.accessKey, 'payouts@acme', 'paypal-secret']) expect(text).not.toContain(key);
  });

  it('keys that are stored under the wrong kind are refused by the service too', async () => {
    const keys = payroll.sandbox.parent;
    const client = createTestService(payroll.sandbox.url, { merchant: { id: 'us', keys, kind: 'merchant' } });
    await expect(client.service.call('listFees', {})).rejects.toMatchObject({ code: 'service_not_authorized' });
    await client.close();
  });
  it('G5: merchants add and list never show the secret key', async () => {
    vi.stubEnv('SECRET', 'SK-secret-of-beta-0123');
    const added = await run('merchants add', ['beta'], { accessKey: 'AK-of-beta-000000', secretKeyEnv: 'SECRET' });
    expect(added.document).toMatchObject({ merchant: 'beta', accessKey: '***0000' });
    expect((await run('merchants list', [])).text).toMatch(/beta +Sandbox +United States +merchant +\*\*\*0000/);
    const unset = run('merchants add', ['b'], { accessKey: 'AK-b', secretKeyEnv: 'NO_SUCH' });
    await expect(unset).rejects.toThrow('NO_SUCH is not set');
  });
});
