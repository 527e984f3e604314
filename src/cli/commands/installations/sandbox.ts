import { resolve } from 'node:path';
import { interfaceDocument } from '../../../engine/context/open-api-document.ts';
import { EXIT } from '../../../errors.ts';
import type { MerchantKeys } from '../../../model.ts';
import { systemClock } from '../../../platform/clock.ts';
import { usageError } from '../../../references/usage-error.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import { type Command, type Options, optionText } from '../../command.ts';
import { untilAborted } from '../../until-aborted.ts';
import { dashed, wholeNumber } from '../../whole-number.ts';

/**
 * Prints one JSON line when it listens, and runs until it is stopped. With `--openapi`, prints the OpenAPI document and
 * ends.
 */
export const sandbox: Command = async ({ options, terminal, signal }) => {
  if (options.openapi) {
    terminal.line(interfaceDocument());
    return EXIT.done;
  }
  const state = optionText(options, 'state');
  const port = wholeNumber(options, 'port', 0, 65_535);
  const running = await startSandbox({
    host: '127.0.0.1',
    openApi: interfaceDocument,
    clock: systemClock,
    ...given('port', port),
    ...given('windowMs', wholeNumber(options, 'windowMs', 1, 3_600_000)),
    ...given('quota', wholeNumber(options, 'quota', 1, 1_000_000)),
    ...given('settleMs', wholeNumber(options, 'settleMs', 0, 86_400_000)),
    ...given('approveMs', wholeNumber(options, 'approveMs', 0, 86_400_000)),
    ...given('pricingMs', wholeNumber(options, 'pricingMs', 0, 86_400_000)),
    serviceApproval: options.serviceApproval === true,
    allBalances: options.allBalances === true,
    uniqueExternalIds: options.repeatExternalIds !== true,
    ...given('provider', optionText(options, 'provider')),
    ...given('stateFile', state === undefined ? undefined : resolve(state)),
    ...given('merchantKeys', keysOf(options, 'merchantKeys')),
    ...given('parentKeys', keysOf(options, 'parentKeys')),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw usageError('port_taken', { port: String(port) });
  });
  try {
    terminal.line({ url: running.url, merchant: running.merchant, parent: running.parent });
    terminal.note('SANDBOX, NO MONEY MOVES. Ctrl-C stops it.');
    await untilAborted(signal);
  } finally {
    await running.close();
  }
  return EXIT.done;
};

function given<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]?: V });
}

function keysOf(options: Options, name: string): MerchantKeys | undefined {
  const text = optionText(options, name);
  if (text === undefined) return undefined;
  const [accessKey, secretKey, ...rest] = text.split(':');
  // The access key is a part of a header.
  if (!accessKey || !/^[!-~]{1,100}$/.test(accessKey) || !secretKey || rest.length > 0)
    throw usageError('key_pair_expected', { option: dashed(name) });
  return { accessKey, secretKey };
}
