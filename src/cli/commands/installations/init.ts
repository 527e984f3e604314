import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { passwordLines } from '../../../actions/users/password.ts';
import { configFileToWrite, loadConfig } from '../../../config.ts';
import { setRules } from '../../../engine/context/money-rules.ts';
import { checkInstallation } from '../../../engine/doctor/check-installation.ts';
import { worstCheck } from '../../../engine/doctor/checks.ts';
import { setMerchantKeys } from '../../../engine/merchants/set-merchant-keys.ts';
import { addUser, checkNewName, userDeps } from '../../../engine/users/users.ts';
import { isError, PayrunError } from '../../../errors.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { keyFile } from '../../../ledger/vault/vault-key.ts';
import { osUserName } from '../../../permissions/actor.ts';
import { systemClock } from '../../../platform/clock.ts';
import { maskKey } from '../../../references/mask-key.ts';
import { usageError } from '../../../references/usage-error.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, type Invocation, optionText } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { checksDocument, showChecks } from './doctor.ts';
import { givenSetup, type Setup } from './init-questions.ts';

/**
 * Sets up an installation: writes the configuration, which only this account can read, and stores the keys sealed in
 * the ledger. If something is refused, the configuration is removed again, unless a database was opened with its key.
 */
export const init: Command = async (invocation) => {
  const { options, terminal } = invocation;
  const file = configFileToWrite();
  if (existsSync(file)) throw usageError('configuration_exists', { file });
  const setup = await givenSetup(invocation);
  writeConfig(file, setup);
  let isSealed = false;
  try {
    const config = loadConfig();
    if (config.inbox !== undefined) mkdirSync(config.inbox, { recursive: true, mode: 0o700 });
    if (setup.keys ?? setup.rules ?? setup.user)
      await withLedger(async (ledger) => {
        isSealed = true;
        await storeInLedger(ledger, setup, invocation);
      });
  } catch (error) {
    // From now on the database accepts no other key, and this one is only in the file.
    if (setup.database?.vaultKey !== undefined && (isSealed || !isError(error)))
      terminal.note(
        `${file} was kept, because it contains the database’s key. Continue with \`payrun merchants add\` and \`payrun users add\`.`,
      );
    else rmSync(file, { force: true });
    throw error;
  }
  const { keys, rules, user } = setup;
  terminal.print(serviceLine(loadConfig()));
  terminal.print(`Wrote ${file}, which only your account can read.`);
  if (keys) terminal.print(`Merchant ${keys.merchant}: keys stored sealed in the ledger, ${maskKey(keys.accessKey)}.`);
  if (rules)
    terminal.print('Payment rules set. See them with `payrun rules`, and change them with `payrun rules set`.');
  if (user) terminal.print(`User ${user.name} added as admin, linked to your account.`);
  for (const line of user ? passwordLines(user) : []) terminal.print(line);
  terminal.print('');
  const checks = await checkInstallation(!options.local);
  showChecks(checks, terminal);
  const next = nextSteps(file, setup, optionText(options, 'secretKeyFile'));
  terminal.print('\nNext:');
  for (const step of next) terminal.print(`- ${step}`);
  terminal.document({
    file,
    merchant: keys ? { name: keys.merchant, accessKey: maskKey(keys.accessKey) } : null,
    user: user ? { name: user.name, ...(user.isGenerated ? { password: user.password } : {}) } : null,
    ...checksDocument(checks),
    next,
  });
  return worstCheck(checks);
};

function writeConfig(file: string, { service, environment, database, inbox }: Setup): void {
  const content = {
    ...(service === null ? {} : { serviceUrl: service }),
    environment,
    ...(database === null ? {} : { databaseUrl: database.url, vaultKey: database.vaultKey }),
    ...(inbox === null ? {} : { inbox }),
  };
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    const detail = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new PayrunError('file_unwritable', { file, detail }, { cause });
  }
}

async function storeInLedger(
  ledger: Ledger,
  { keys, rules, user, environment }: Setup,
  { options, terminal }: Pick<Invocation, 'options' | 'terminal'>,
): Promise<void> {
  const config = loadConfig();
  const acting = (permission: 'merchants' | 'rules' | 'users') =>
    actingUser({ ledger, config }, permission, { options, terminal });
  if (user) await checkNewName(ledger.db, user.name);
  if (keys) {
    const { merchant: id, accessKey, secretKey } = keys;
    const merchant = { id, environment, country: config.merchantCountry, keys: { accessKey, secretKey } };
    await setMerchantKeys({ ledger, clock: systemClock }, await acting('merchants'), { ...merchant, kind: 'merchant' });
  }
  if (rules) await setRules({ ledger, config, clock: systemClock }, rules, { by: await acting('rules'), replaces: 0 });
  if (user) {
    const { name, password, toChange } = user;
    const account = osUserName();
    const osUser = isSamePerson(name, account) ? null : account;
    const added = { name, password, toChange, osUser, role: 'admin', merchants: null, limits: null } as const;
    await addUser(userDeps({ ledger, clock: systemClock }), await acting('users'), added);
  }
}

/** The next steps after `payrun init`, as sentences. `keyGiven`: the file from which the secret key was read. */
function nextSteps(file: string, { rules, database, keys }: Setup, keyGiven?: string): readonly string[] {
  const config = loadConfig();
  const hasKeyFile = config.databaseUrl === undefined && config.vaultKey === undefined && hasLedger(config);
  const vaultKey = database?.vaultKey !== undefined ? file : hasKeyFile ? keyFile(config.home) : null;
  return [
    rules?.['approval.policy'] === 'manual'
      ? 'A second user approves every run: add one with `payrun users add NAME --role approver`.'
      : 'Runs need no approval. To require a second user, run `payrun users add NAME --role approver` and `payrun rules set approval.policy manual`.',
    'See the payment rules with `payrun rules`, and change them with `payrun rules set`.',
    ...(keys && keyGiven !== undefined ? [`Delete ${keyGiven}: its key is now sealed in the ledger.`] : []),
    ...(vaultKey === null
      ? []
      : [
          `Keep a copy of ${vaultKey} in a safe place, separate from database backups. Without it, bank details and the payout service’s keys can’t be read.`,
        ]),
    '`payrun template payments.xlsx` writes a sheet to fill in, `payrun pay payments.xlsx` pays it.',
  ];
}
