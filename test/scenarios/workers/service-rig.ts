import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { startChild } from '../../support/child-process.ts';
import { germanIban, type Payroll, type SandboxLedger } from '../../support/payroll.ts';
import { type ProxyRules, type ServiceProxy, startServiceProxy } from '../../support/servers/service-proxy.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

const MAIN = join(import.meta.dirname, '../../../src/cli/main.ts');

/** A payroll whose service answers through a proxy, and a Payrun of its own process that is killed with -9 in the middle. */
export function serviceRig(payroll: Payroll) {
  let proxy: ServiceProxy;
  beforeAll(async () => {
    proxy = await startServiceProxy(payroll.sandbox.url);
  });
  afterAll(() => proxy.close());

  const rig = {
    get proxy() {
      return proxy;
    },
    /** The settings with which a Payrun calls the service through the proxy. */
    env: () => ({ ...payroll.env(), PAYRUN_SERVICE_URL: proxy.url }),
    /** Pays a sheet in a process of its own, which is killed when this call has taken effect and before its answer comes back. */
    async payAndKill(
      file: string,
      at: Pick<RegExp, 'test'>,
      rules: ProxyRules = {},
      env: Record<string, string> = {},
    ): Promise<void> {
      const child = startChild(MAIN, ['pay', file, '--yes', '--json'], { ...rig.env(), ...env }, payroll.folder);
      const killed = Promise.withResolvers<void>();
      proxy.rule({
        ...rules,
        async answer(answer) {
          if (!at.test(`${answer.method} ${answer.path}`)) return rules.answer ? rules.answer(answer) : answer;
          await child.kill('SIGKILL');
          killed.resolve();
          return null;
        },
      });
      await child.untilKilled();
      await killed.promise;
      proxy.rule(rules);
    },
    /** Carries everything on, through the proxy. */
    resume: (env: Record<string, string> = {}) => payroll.resume(undefined, { ...rig.env(), ...env }),
    /** How often people were paid, by the beginning of their e-mail addresses. */
    async timesPaid(tag: string): Promise<readonly number[]> {
      const { payments } = await payroll.ledger();
      return payments.filter(({ recipientEmail }) => recipientEmail.startsWith(tag)).map(({ timesPaid }) => timesPaid);
    },
    /** Deletes batches in the service, as someone with its pages does. */
    async deleteBatches(which: (batch: SandboxLedger['batches'][number]) => boolean): Promise<void> {
      const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
      for (const { id } of (await payroll.ledger()).batches.filter(which))
        expect((await call('DELETE', `/v1/batches/${id}`)).status).toBe(200);
    },
    /** What was planned, sent and paid agrees, here and in the service. */
    async holds(): Promise<void> {
      expect((await verifyLedger(await payroll.appContext(), { remote: true })).findings).toEqual([]);
    },
  };
  return rig;
}

/** A CSV that says what is to arrive, in euros, from a balance in dollars. */
export function targetSheet(tag: string, count: number): string {
  // Each sheet has accounts of its own: the same person, account and amount would be a possible duplicate.
  const first = 9_000 + 100 * [...tag].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_000, 0);
  const rows = Array.from({ length: count }, (_, i) => {
    const n = i + 1;
    const person = `individual,Ada,Lovelace${'abcdefghij'[i]},${tag}${n}@example.com,Street ${n},Berlin,DE`;
    return `${tag}-${n},USD,${10 + n}.00,EUR,${person},${germanIban(first + n)}`;
  });
  const header =
    'paymentReference,currency,targetAmount,targetCurrency,type,firstName,lastName,email,street1,city,country,iban';
  return `${[header, ...rows].join('\n')}\n`;
}
