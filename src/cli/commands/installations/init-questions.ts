import { parse } from 'node:path';
import { loadConfig, secretFrom } from '../../../config.ts';
import type { GivenPassword } from '../../../engine/users/new-password.ts';
import { userName } from '../../../engine/users/users.ts';
import { isError, PayrunError } from '../../../errors.ts';
import { newKey } from '../../../ledger/vault/vault-key.ts';
import type { Environment } from '../../../model.ts';
import { defaultRules, moneyRule, type RuleName, type RuleTexts, ruleText, ruleValue } from '../../../money-rules.ts';
import { osUserName } from '../../../permissions/actor.ts';
import { usageError } from '../../../references/usage-error.ts';
import { databaseUrlFault } from '../../../settings/database-url.ts';
import { SERVICE } from '../../../settings/setting-table.ts';
import { type Invocation, type Options, optionText } from '../../command.ts';
import { givenPassword } from '../../new-password.ts';
import { givenSecretKey } from '../../secret-key.ts';
import { createPrompts, type Prompts } from '../../terminal/prompts.ts';

/** The settings of a new installation. */
export interface Setup {
  /** Null: the embedded sandbox. */
  readonly service: string | null;
  readonly environment: Environment;
  readonly keys: { readonly merchant: string; readonly accessKey: string; readonly secretKey: string } | null;
  /** Null: the embedded database, or the one that DATABASE_URL names anyway. */
  readonly database: { readonly url: string; readonly vaultKey: string | undefined } | null;
  readonly inbox: string | null;
  /** Payment rules. Null: the first run takes the defaults of the sandbox. */
  readonly rules: RuleTexts | null;
  readonly user: (GivenPassword & { readonly name: string }) | null;
}

const NONE = 'none';

/** The answers of the options; on a terminal, asks for what no option says. Throws `usage`, `stopped`. */
export async function givenSetup({ options, terminal }: Invocation): Promise<Setup> {
  const prompts = terminal.interactive && !terminal.json ? createPrompts(process) : null;
  /** The option, else the answer, else the default. */
  const asked: Asked = async (option, question, otherwise = question.otherwise) =>
    optionText(options, option) ?? (prompts ? await prompts.text(question) : otherwise);

  if (prompts === null && optionText(options, 'service') === undefined) throw usageError('no_terminal_to_set_up');
  if (prompts)
    terminal.note(`The payout service is ${SERVICE}. To make payments, you need the keys of an account with it.`);
  const url = await asked('service', {
    message: 'URL of the payout service',
    otherwise: 'sandbox',
    fault: serviceFault,
  });
  refuse(serviceFault(url));
  const service = url === 'sandbox' ? null : url;
  const environment = service === null ? 'sandbox' : await environmentOf(options, prompts);
  const keys = service === null ? null : await keysOf(options, prompts, asked);
  const database = await databaseOf(options, prompts);
  const inbox = await asked('inbox', { message: 'Folder into which sheets are dropped', otherwise: NONE });
  const rules = await rulesOf(environment, options, asked);
  const admin = { message: 'First user, an admin', otherwise: osUserName(), fault: nameFault };
  const name = await asked('user', admin, NONE);
  const user = name === NONE ? null : { name: userName(name), ...(await givenPassword(options, terminal, name)) };
  return { service, environment, keys, database, inbox: inbox === NONE ? null : inbox, rules, user };
}

type Asked = (option: string, question: Parameters<Prompts['text']>[0], otherwise?: string) => Promise<string>;

async function environmentOf(given: Options, prompts: Prompts | null): Promise<Environment> {
  const options = [
    { value: 'sandbox', label: 'sandbox: test keys' },
    { value: 'production', label: 'production: real money' },
  ] as const;
  const environment = optionText(given, 'environment') as Environment | undefined;
  if (environment !== undefined) return environment;
  if (prompts) return prompts.choose({ message: 'Environment of this service', options });
  const detail = 'Set the environment of the service: --environment sandbox or production.';
  throw new PayrunError('usage', { detail });
}

/** The rules that are asked for, by the option that says them. The others keep their defaults. */
const ASKED_RULES = { approval: 'approval.policy', twoApproversAbove: 'approval.two', onInvalid: 'onInvalid' } as const;

/** In production the rules are asked for; without a terminal those that no option says have the defaults. */
async function rulesOf(environment: Environment, options: Options, asked: Asked): Promise<RuleTexts | null> {
  const isAnswered = Object.keys(ASKED_RULES).some((option) => optionText(options, option) !== undefined);
  if (environment === 'sandbox' && !isAnswered) return null;
  const defaults = defaultRules(environment);
  const texts: { [name in RuleName]?: string } = {};
  for (const [option, rule] of Object.entries(ASKED_RULES)) {
    const { label, form, read } = moneyRule(rule);
    const fault = (text: string) => (read(text) === null ? `${label}: enter ${form}.` : undefined);
    const otherwise = ruleText(ruleValue(defaults, rule));
    const text = await asked(option, { message: `${label} (${form})`, otherwise, fault });
    refuse(fault(text));
    texts[rule] = text;
  }
  return texts;
}

async function keysOf(options: Options, prompts: Prompts | null, asked: Asked): Promise<Setup['keys']> {
  const needed = (what: string) => (answer: string) => (answer.trim() === '' ? `The ${what} is required.` : undefined);
  const merchant = await asked('merchant', { message: 'Name of the merchant that pays', otherwise: 'default' });
  const accessKey = await asked('accessKey', { message: 'Access key', otherwise: '', fault: needed('access key') });
  const secretKey =
    (await givenSecretKey(options)) ??
    (prompts ? await prompts.secret({ message: 'Secret key (not shown)', fault: needed('secret key') }) : '');
  refuse(accessKey === '' ? 'Set the access key with --access-key.' : undefined);
  refuse(
    secretKey === ''
      ? 'Provide the secret key with --secret-key-stdin, --secret-key-file or --secret-key-env.'
      : undefined,
  );
  return { merchant, accessKey: accessKey.trim(), secretKey: secretKey.trim() };
}

/** A PostgreSQL has a vault key of its own, generated unless the environment has one. */
async function databaseOf(options: Options, prompts: Prompts | null): Promise<Setup['database']> {
  const variable = optionText(options, 'databaseEnv');
  const environment = loadConfig(undefined, parse(process.cwd()).root);
  if (environment.databaseUrl !== undefined) return null;
  const url =
    variable !== undefined
      ? secretFrom(variable)
      : prompts
        ? await prompts.secret({
            message: 'PostgreSQL URL (not shown; leave blank for the embedded database)',
            fault: (answer) => (answer === '' ? undefined : (databaseUrlFault(answer) ?? undefined)),
          })
        : '';
  if (url === '') return null;
  return { url, vaultKey: environment.vaultKey === undefined ? newKey().toString('base64') : undefined };
}

function serviceFault(url: string): string | undefined {
  return url === 'sandbox' || /^https?:$/.test(URL.parse(url)?.protocol ?? '')
    ? undefined
    : 'The service is `sandbox`, or a URL that begins with https://.';
}

function nameFault(name: string): string | undefined {
  try {
    userName(name);
    return undefined;
  } catch (error) {
    if (!isError(error)) throw error;
    return error.message;
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new PayrunError('usage', { detail: fault });
}
