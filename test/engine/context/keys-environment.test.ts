import { describe, expect, it } from 'vitest';
import { keysEnvironment } from '../../../src/engine/context/keys-environment.ts';
import { PayrunError } from '../../../src/errors.ts';
import type { Environment } from '../../../src/model.ts';
import type { Service } from '../../../src/service/service.ts';
import { ServiceRefusal } from '../../../src/service/service-refusal.ts';
import type { EndpointName } from '../../../src/service/shapes/endpoints.ts';

const own = (provider: unknown) => ({
  balances: [{ type: 'paymentrails', currency: 'USD', amount: '1.00', provider }],
});
const paypal = { balances: [{ type: 'paypal', currency: 'USD', amount: '1.00', provider: 'paypal' }] };

/** A service that answers these, and notes what it was asked. */
function serviceOf(answers: Readonly<Partial<Record<EndpointName, object>>>) {
  const asked: string[] = [];
  const call = async (name: EndpointName) => {
    asked.push(name);
    return answers[name] ?? {};
  };
  return { asked, service: { call, together: () => {} } as unknown as Service };
}

describe('before keys change anything in the service', () => {
  const CASES: readonly (readonly [Environment, string, object, Environment | null])[] = [
    ['sandbox', 'the sandbox', own('sandbox'), null],
    ['sandbox', 'a bank', own('currencycloud'), 'production'],
    ['production', 'a bank', own('currencycloud'), null],
    ['production', 'the sandbox', own('sandbox'), 'sandbox'],
    ['sandbox', 'nobody, because an older answer names none', own(undefined), null],
    ['sandbox', 'another company, of a balance that pays no one', paypal, null],
  ];
  it.each(CASES)('G2: in %s, balances provided by %s are compared', async (environment, _, answer, other) => {
    const { asked, service } = serviceOf({ listBalances: answer });
    const seen: string[] = [];
    const open = keysEnvironment(environment, async (merchant, found) => void seen.push(`${merchant} ${found}`));
    const change = () => open('acme', 'AK-1', service).call('createRecipient', { body: {} } as never);
    if (other === null) {
      await Promise.all([change(), change()]);
      await open('acme', 'AK-2', service).call('createRecipient', { body: {} } as never);
      // Once for each key of this process.
      expect(asked.filter((name) => name === 'listBalances')).toHaveLength(2);
      expect(asked.filter((name) => name === 'createRecipient')).toHaveLength(3);
      const says = JSON.stringify(answer).includes('provider":') && answer !== paypal;
      expect(seen).toEqual(says ? [`acme ${environment}`] : []);
      return;
    }
    for (const _ of [1, 2])
      await expect(change()).rejects.toMatchObject({
        code: 'keys_environment',
        exitCode: 2,
        message: `The keys of merchant acme are for the payout service’s ${other} environment, but Payrun is configured for ${environment}. Nothing is paid.`,
      });
    expect(asked).toEqual(['listBalances']);
    expect(seen).toEqual([`acme ${other}`]);
  });

  it('an answer that failed, or was aborted for another caller, proves nothing', async () => {
    const { asked, service } = serviceOf({ listBalances: own('sandbox') });
    let failures = 1;
    const call: Service['call'] = async (name, input, options) => {
      if (name === 'listBalances' && failures-- > 0) throw new Error('aborted');
      return service.call(name, input, options);
    };
    const opened = keysEnvironment('sandbox', async () => {})('acme', 'AK-1', { ...service, call });
    const change = () => opened.call('createRecipient', { body: {} } as never);
    const ended = await Promise.allSettled([change(), change()]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(asked).toEqual(['listBalances', 'createRecipient']);
  });

  it.each([
    [
      'refused',
      new ServiceRefusal('service_not_authorized', {}, { status: 403, refusals: [], retry: 'never', effect: 'reads' }),
    ],
    ['in no form that can be read', new PayrunError('service_unexpected', { detail: '', call: '' })],
  ])('balances that are %s prove nothing, and the summary of a batch still does', async (_, error) => {
    const { asked, service } = serviceOf({
      getBatchSummary: { batchSummary: { balances: [{ currency: 'USD', bankProvider: 'currencycloud' }] } },
    });
    const call: Service['call'] = async (name, input, options) => {
      if (name === 'listBalances') throw error;
      return service.call(name, input, options);
    };
    const opened = keysEnvironment('sandbox', async () => {})('acme', 'AK-1', { ...service, call });
    await opened.call('createRecipient', { body: {} } as never);
    for (const name of ['getBatchSummary', 'startProcessing'] as const)
      await expect(opened.call(name, {} as never)).rejects.toMatchObject({ code: 'keys_environment' });
    expect(asked).toEqual(['createRecipient', 'getBatchSummary']);
  });
});

it('reading changes nothing and is not held up, but every answer that tells is compared', async () => {
  const { asked, service } = serviceOf({
    getBatchSummary: { batchSummary: { balances: [{ currency: 'USD', bankProvider: 'currencycloud' }] } },
    listRecipientLogs: { logs: [{ testMode: false }] },
    listBalances: own('currencycloud'),
  });
  const opened = keysEnvironment('sandbox', async () => {})('acme', 'AK-1', service);
  await opened.call('listBatches', {});
  expect(asked).toEqual(['listBatches']);
  for (const name of ['getBatchSummary', 'listRecipientLogs', 'listBalances'] as const)
    await expect(opened.call(name, {} as never)).rejects.toMatchObject({ code: 'keys_environment' });
});
