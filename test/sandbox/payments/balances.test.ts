import { expect, it } from 'vitest';
import { startWorld } from '../world.ts';

it('a balance at PayPal is listed only if all balances are', async () => {
  const listed = async (allBalances: boolean, path: string) => {
    const { call } = await startWorld({ allBalances });
    const { balances } = (await call('GET', path)).body;
    return balances.map(({ type }: { type: string }) => type).filter((type: string) => type !== 'paymentrails');
  };
  for (const path of ['/v1/balances', '/v1/balances/paypal']) {
    expect(await listed(false, path)).toEqual([]);
    expect(await listed(true, path)).toEqual(['paypal']);
  }
  expect(await listed(true, '/v1/balances/paymentrails')).toEqual([]);
});
