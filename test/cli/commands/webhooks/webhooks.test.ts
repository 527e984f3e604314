import { beforeAll, expect, it, vi } from 'vitest';
import { subscribeToWebhooks, unsubscribeFromWebhooks } from '../../../../src/actions/merchants/webhooks.ts';
import { actionCommand } from '../../../../src/cli/actions/action-command.ts';
import type { Command, Options } from '../../../../src/cli/command.ts';
import { webhooksListen } from '../../../../src/cli/commands/webhooks/webhooks-listen.ts';
import { printAnswer } from '../../../../src/cli/print-answer.ts';
import { listSubscriptions } from '../../../../src/ledger/webhooks/webhook-subscription.ts';
import { describeDatabases } from '../../../support/database.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';

describeDatabases('payrun webhooks', (database) => {
  const payroll = testPayroll(database);
  let stop: AbortController;
  let listening: Promise<string>;

  const run = async (command: Command, args: readonly string[] = [], options: Options = {}, json = false) => {
    const { terminal, output } = recordingTerminal({ json });
    const answer = await command({ args, options, terminal, signal: new AbortController().signal });
    expect(printAnswer(terminal, answer)).toBe(0);
    return output.stdout;
  };
  beforeAll(() => {
    for (const [name, value] of Object.entries({ ...payroll.env(), PAYRUN_LOG_LEVEL: 'silent' }))
      vi.stubEnv(name, value);
    stop = new AbortController();
    const { terminal, output } = recordingTerminal({ json: true });
    listening = webhooksListen({ args: [], options: { port: '0' }, terminal, signal: stop.signal }).then(
      () => output.stdout,
    );
    return vi
      .waitFor(() => expect(output.stdout).toContain('publicUrl'), 50_000)
      .then(() => {
        url = JSON.parse(output.stdout).url;
      });
  });
  let url = '';

  it('subscribe reports the events and the URL', async () => {
    expect(await run(await actionCommand(subscribeToWebhooks).load(), ['default'], { url })).toContain(
      `The service sends webhooks of default to ${url}/webhooks/default:\n  batch completed\n`,
    );
  });

  it('list shows them without keys', async () => {
    const { db } = (await payroll.appContext()).ledger;
    const [first, ...others] = await listSubscriptions(db, null);
    expect(others).toHaveLength(5);
    expect(Object.keys(first!)).toEqual(['merchant', 'remoteId', 'model', 'action', 'target']);
  });

  it('unsubscribe removes them', async () => {
    expect(await run(await actionCommand(unsubscribeFromWebhooks).load(), ['default'])).toContain(
      'Webhooks of default unsubscribed',
    );
    expect(await run(await actionCommand(unsubscribeFromWebhooks).load(), ['default'])).toContain(
      'default has no webhook subscriptions',
    );
    expect(await listSubscriptions((await payroll.appContext()).ledger.db, null)).toEqual([]);
  });

  it('listen ends when asked to, and then accepts no deliveries', async () => {
    expect((await fetch(`${url}/webhooks/default`, { method: 'POST', body: '{}' })).status).toBe(200);
    stop.abort();
    expect(await listening).toMatch(/^\{"url":.*\}\n$/);
    await expect(fetch(url)).rejects.toThrow();
    vi.unstubAllEnvs();
  });
});
