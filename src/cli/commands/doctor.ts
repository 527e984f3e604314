import { type Config, loadConfig } from '../../config.ts';
import { openWorkplace } from '../../engine/workplace.ts';
import type { Command } from '../command.ts';
import {
  type Checked,
  checkFolder,
  checkKeys,
  checkLedger,
  checkService,
  configurationFacts,
  unwell,
  well,
  worstCheck,
} from '../doctor-checks.ts';
import { openConfigured } from '../with-ledger.ts';

/** Looks at everything that a run needs; one line each, with what to do where it is not well. */
export const doctor: Command = async ({ options, terminal }) => {
  const checks: Checked[] = [well('node', process.versions.node)];
  try {
    const config = loadConfig();
    checks.push(configurationFacts(config), ...(await checkPlace(config)));
    if (!options.local) checks.push(...(await checkRemote(config)));
  } catch (error) {
    checks.push(unwell('configuration', error));
  }
  for (const { check, ok, detail, next } of checks) {
    terminal.print(
      `${ok ? terminal.style('green', 'ok  ') : terminal.style('red', 'FAIL')}  ${check.padEnd(13)}  ${detail}`,
    );
    if (next !== null) terminal.print(`${' '.repeat(21)}${next}`);
  }
  terminal.document({
    ok: checks.every(({ ok }) => ok),
    checks: checks.map(({ check, ok, detail, next }) => ({ check, ok, detail, next })),
  });
  return worstCheck(checks);
};

async function checkPlace(config: Config): Promise<readonly Checked[]> {
  const home = checkFolder('home', config.home, true);
  const here = checkFolder('this folder', process.cwd(), false);
  if (!home.ok && config.databaseUrl === undefined) return [home, here];
  return [home, here, ...(await checkLedger(config, () => openConfigured(config)))];
}

async function checkRemote(config: Config): Promise<readonly Checked[]> {
  if (config.embeddedService) return [well('service', 'the embedded sandbox. SANDBOX, NO MONEY MOVES')];
  const service = await checkService(config.serviceUrl!);
  if (!service.every(({ ok }) => ok)) return service;
  return [...service, await checkKeys(() => askBalance(config))];
}

/** A signed call that changes nothing. */
async function askBalance(config: Config): Promise<void> {
  const workplace = await openWorkplace(config);
  try {
    const service = await workplace.service(workplace.defaultMerchant);
    await service.call('listBalances', {});
  } finally {
    await workplace.close();
  }
}
