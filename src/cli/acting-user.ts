import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { refuseSandboxOfProduction } from '../engine/context/money-rules.ts';
import { checkCode, checkPassword, type LoginAnswer } from '../engine/users/login.ts';
import { createPasswords, type Passwords } from '../engine/users/password.ts';
import { PayrunError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isSandbox } from '../ledger/merchants/environment-seen.ts';
import { checkName, isSamePerson } from '../ledger/users/name-key.ts';
import { findAccountUser, findUser, hasAdmin, hasUsers, type UserRow } from '../ledger/users/user.ts';
import { type Actor, cliActor, osUserName } from '../permissions/actor.ts';
import { authorize } from '../permissions/authorize.ts';
import { type PermissionName, permission } from '../permissions/permissions.ts';
import { systemClock } from '../platform/clock.ts';
import { usageError } from '../references/usage-error.ts';
import { type Invocation, optionText } from './command.ts';

/** The ledger and environment in which a command acts. */
export interface ActingPlace {
  readonly ledger: Ledger;
  readonly config: Pick<Config, 'environment' | 'embeddedService' | 'databaseUrl' | 'home'>;
}

/** Sources of the proof of identity. Tests replace them. */
export interface ProofSource {
  readonly osUser: string;
  readonly passwords: Passwords;
  /** Asks for a line that is not shown while it is typed. */
  readonly ask: (question: string) => Promise<string>;
  readonly standardInput: () => Promise<string>;
}

const fromProcess = (): ProofSource => ({
  osUser: osUserName(),
  passwords: createPasswords(),
  ask: async (message) => (await import('./terminal/prompts.ts')).createPrompts(process).secret({ message }),
  standardInput: () => text(process.stdin),
});

/**
 * The user who runs this command, if they have the permission: the user of `--as`, else the user of the operating
 * system account. An approval or another decision needs the user's password, and so does acting as a user other than
 * that of the account, except in a sandbox that the payout service has confirmed. An installation without users knows
 * only accounts; in such a sandbox `--as` accepts any name. `wanted` may depend on the name.
 *
 * Throws `ledger_environment`, `usage`, `user_unknown`, `os_user_unknown`, `owner_needed`, `not_proven`, and the errors
 * of `authorize`.
 */
export async function actingUser(
  place: ActingPlace,
  requiredPermission: PermissionName | ((name: string) => PermissionName),
  { options, terminal }: Pick<Invocation, 'options' | 'terminal'>,
  source: ProofSource = fromProcess(),
): Promise<Actor> {
  const { ledger } = place;
  const { osUser } = source;
  const requestedName = optionText(options, 'as');
  await refuseSandboxOfProduction(place);
  const proves = !(await isSandbox(place));
  const accountUser = await findAccountUser(ledger.db, osUser);
  const required =
    typeof requiredPermission === 'string'
      ? requiredPermission
      : requiredPermission(requestedName ?? accountUser?.name ?? osUser);
  const { decision } = permission(required);
  if (!(await hasUsers(ledger.db))) {
    const name = requestedName === undefined ? osUser : checkName(requestedName);
    if (proves && !isSamePerson(name, osUser)) throw usageError('user_missing', { osUser });
    if (!isSamePerson(name, osUser))
      terminal.note(
        `Acting as ${name}, from the account ${osUser}. The sandbox has no users and accepts any name. Production does not.`,
      );
    return cliActor(name, osUser);
  }
  if (permission(required).first && !(await hasAdmin(ledger.db))) return ownerOf(place, requestedName, osUser);
  const user = requestedName === undefined ? accountUser : await findUser(ledger.db, requestedName);
  if (!user && requestedName !== undefined) throw new PayrunError('user_unknown', { name: requestedName });
  if (!user) throw new PayrunError('os_user_unknown', { osUser });
  const actor = cliActor(user.name, osUser);
  await authorize(ledger.db, actor, required);
  if (proves && (decision || accountUser?.name !== user.name))
    await proveIdentity(ledger, user, options, terminal, source);
  else if (!proves && accountUser?.name !== user.name)
    terminal.note(
      `Acting as ${user.name}, from the account ${osUser}. The sandbox does not ask for a password. Production does.`,
    );
  return actor;
}

/**
 * The account that owns the home or the database. While no admin of all merchants is enabled, only it changes users, in
 * its own name: no user has the right to, and no password of one may open it. Throws `owner_needed`.
 */
function ownerOf({ config }: ActingPlace, requestedName: string | undefined, osUser: string): Actor {
  const isItself = requestedName === undefined || isSamePerson(requestedName, osUser);
  // Anyone with the URL of a database and its vault key can open the ledger only as the owner of its tables.
  const owns = config.databaseUrl !== undefined || ownsFolder(config.home);
  if (!isItself || !owns) throw new PayrunError('owner_needed', { osUser });
  return { ...cliActor(osUser, osUser), owner: true };
}

/** Passes on a system whose folders have no owners: the administrator owns everything. */
function ownsFolder(folder: string): boolean {
  const account = process.getuid?.();
  return account === undefined || account === 0 || statSync(folder).uid === account;
}

/** Other input that is read from standard input to its end, and the option to use instead. */
const ALSO_READ = {
  passwordStdin: '--generate instead of --password-stdin',
  secretKeyStdin: '--secret-key-file instead of --secret-key-stdin',
  newKeyStdin: '--new-key-env instead of --new-key-stdin',
};

/** Checks password and two-factor code. Throws `not_proven`, `usage`. */
async function proveIdentity(
  ledger: Ledger,
  user: UserRow,
  options: Invocation['options'],
  terminal: Invocation['terminal'],
  { osUser, passwords, ask, standardInput }: ProofSource,
): Promise<void> {
  const refuse = (detail: string) => new PayrunError('not_proven', { name: user.name, detail });
  const { name, password: stored } = user;
  if (stored === null) throw refuse('this user logs in through the identity provider. Approve the run on its page.');
  if (user.password_to_change) throw refuse('this user must first set a new password on the page.');
  const [, instead] = Object.entries(ALSO_READ).find(([option]) => options[option]) ?? [];
  if (options.confirmStdin && instead) throw usageError('stdin_has_two_secrets', { instead });
  const requestedName = options.confirmStdin ? (await standardInput()).split(/\r?\n/) : null;
  if (!requestedName && !terminal.interactive)
    throw refuse('there is no terminal to enter the password in. Provide it on standard input with --confirm-stdin.');
  const askFor = async (what: string) => (requestedName ? (requestedName.shift() ?? '') : ask(`${what} of ${name}`));
  const deps = { ledger, clock: systemClock, passwords };
  const from = `${osUser}@${hostname()}`;
  const check = (answer: LoginAnswer) => {
    if (answer.kind === 'wait')
      throw refuse(`too many failed attempts. Try again after ${answer.until.toISOString()}.`);
    if (answer.kind === 'wrong') throw refuse('the password or the code is wrong.');
  };
  check(await checkPassword(deps, { name, password: await askFor('Password'), from, purpose: 'confirmation' }));
  if (user.totp_confirmed_at) check(await checkCode(deps, { name, code: await askFor('Code'), from }));
}
