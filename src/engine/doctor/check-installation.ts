import { type Config, loadConfig } from '../../config.ts';
import { EXIT } from '../../errors.ts';
import { hasLedger } from '../../ledger/embedded/has-ledger.ts';
import { listMerchants } from '../../ledger/merchants/merchant.ts';
import { systemClock } from '../../platform/clock.ts';
import { type AppContext, openAppContext } from '../context/app-context.ts';
import { ledgerLocation } from '../context/ledger-location.ts';
import { withReadOnlyHome } from '../context/read-only-home.ts';
import { queueState } from '../queue/queue-state.ts';
import {
  type Check,
  checkFolder,
  checkKeys,
  checkLedger,
  checkLogin,
  checkRules,
  checkService,
  configurationFacts,
  failedCheck,
  passedCheck,
  unopenedLedgerCheck,
} from './checks.ts';
import { checkInbox, checkJobs, checkMail, checkTimeZone } from './part-checks.ts';
import { few, queueStatusLines } from './queue-checks.ts';

/** All checks of the configuration in use; those of the payout service only if `remote`. */
export async function checkInstallation(remote: boolean): Promise<readonly Check[]> {
  const checks: Check[] = [passedCheck('node', process.versions.node)];
  try {
    const config = loadConfig();
    checks.push(configurationFacts(config), checkTimeZone(config, systemClock.now()));
    const home = checkFolder('home', config.home, { toBeMade: true, embedded: config.databaseUrl === undefined });
    checks.push(home, checkFolder('this folder', process.cwd()));
    // If the folder is not writable, the database would only report the same problem in other words.
    const unusable = home.exit === EXIT.usage && config.databaseUrl === undefined;
    const inside = () => (hasLedger(config) ? checkInside(config, remote) : checkWithoutLedger(config, remote));
    checks.push(...(unusable ? [] : await inside()));
    if (remote) checks.push(...(await checkMail(config)));
  } catch (error) {
    checks.push(failedCheck('configuration', error));
  }
  return checks;
}

/** Checks that need the ledger: the ledger, its contents, and the payout service, whose keys are in it. */
async function checkInside(config: Config, remote: boolean): Promise<readonly Check[]> {
  let appContext: AppContext;
  try {
    appContext = await openAppContext(config);
  } catch (error) {
    return [
      unopenedLedgerCheck(error),
      ...(await checkJobs(config, null, systemClock.now())),
      ...(remote ? await checkPayoutService(config, null) : []),
    ];
  }
  try {
    const { ledger } = appContext;
    const now = systemClock.now();
    const found = await checkLedger(config, ledger);
    if (found.some(({ exit }) => exit === EXIT.outOfReach)) return found;
    return [
      ...found,
      await checkRules(config, ledger),
      ...(await checkLogin(config, ledger)),
      ...queueStatusLines(await queueState(appContext), now),
      ...(await checkInbox(appContext)),
      ...(await checkJobs(config, ledger.db, now)),
      ...(remote ? await checkPayoutService(config, appContext) : []),
    ];
  } finally {
    await appContext.close();
  }
}

/** The checks that work without a ledger. Creates none. */
async function checkWithoutLedger(config: Config, remote: boolean): Promise<readonly Check[]> {
  return [
    passedCheck('database', `${ledgerLocation(config)}: no ledger yet; the first run creates it`),
    ...(await checkJobs(config, null, systemClock.now())),
    ...(config.inbox !== undefined || remote ? await checkInThrowAwayHome(config, remote) : []),
  ];
}

/** Checks inbox and keys, which need a ledger, with a temporary one. */
async function checkInThrowAwayHome(config: Config, remote: boolean): Promise<readonly Check[]> {
  if (config.inbox === undefined && config.embeddedService) return checkPayoutService(config, null);
  return withReadOnlyHome(config, async (thrownAway) => {
    const appContext = await openAppContext(thrownAway);
    try {
      return [
        await checkRules(config, appContext.ledger),
        ...(await checkInbox(appContext)),
        ...(remote ? await checkPayoutService(config, appContext) : []),
      ];
    } finally {
      await appContext.close();
    }
  });
}

async function checkPayoutService(config: Config, appContext: AppContext | null): Promise<readonly Check[]> {
  if (config.embeddedService) return [passedCheck('service', 'the embedded sandbox. SANDBOX, NO MONEY MOVES')];
  const service = await checkService(config.serviceUrl!);
  if (!appContext || !service.every(({ ok }) => ok)) return service;
  return [...service, ...(await checkMerchants(config, appContext))];
}

/** The most merchants whose keys are checked: each takes a call of that merchant's quota. */
const MOST_TRIED = 5;

/** Checks the keys of the environment; if it has none, those of the stored merchants. */
async function checkMerchants(config: Config, appContext: AppContext): Promise<readonly Check[]> {
  const listed = (await listMerchants(appContext.ledger.db)).filter(
    ({ keys_sealed, key_kind, environment }) =>
      keys_sealed !== null && key_kind === 'merchant' && environment === config.environment,
  );
  if (config.accessKey && config.secretKey)
    return [await checkKeys(appContext.defaultMerchant, () => askBalance(appContext, appContext.defaultMerchant))];
  if (listed.length === 0)
    return [await checkKeys(appContext.defaultMerchant, () => askBalance(appContext, appContext.defaultMerchant))];
  const lines: Check[] = [];
  for (const { id } of listed.slice(0, MOST_TRIED)) lines.push(await checkKeys(id, () => askBalance(appContext, id)));
  const untried = listed.slice(MOST_TRIED).map(({ id }) => id);
  return untried.length === 0 ? lines : [...lines, passedCheck('keys', `not checked: ${few(untried)}`)];
}

/** A signed call that changes nothing. */
async function askBalance(appContext: AppContext, merchant: string): Promise<void> {
  const service = await appContext.service(merchant);
  await service.call('listBalances', {});
}
