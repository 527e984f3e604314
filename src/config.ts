import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { PayrunError } from './errors.ts';
import { RULE_NAMES } from './money-rules.ts';
import { usageError } from './references/usage-error.ts';
import { findConfigFile, namedConfigFile } from './settings/find-config-file.ts';
import { findHome } from './settings/home-folder.ts';
import { didYouMeanSetting, settingError } from './settings/setting-errors.ts';
import { SETTING_TABLE, type Settings } from './settings/setting-table.ts';

export interface Config extends Omit<Settings, 'home'> {
  /** Absolute path. */
  readonly home: string;
  /** Absolute path. */
  readonly inbox: string | undefined;
  /** Absolute path. */
  readonly jobsFolder: string | undefined;
  /** True if no service is configured: the embedded sandbox is used, and no money moves. */
  readonly embeddedService: boolean;
  /** True if `NO_COLOR` or `CI` is set in the environment. */
  readonly plain: boolean;
  /** Settings that were set, by name, with their source. Defaults are not included. */
  readonly given: Readonly<Record<string, Exclude<SettingSource, 'default'>>>;
}

export const CONFIG_FILE = 'payrun.config.json';

/**
 * Reads settings from the environment first, a secret also from the file that its variable with `_FILE` names, then
 * from the file or folder that PAYRUN_CONFIG names, else from the nearest
 * `payrun.config.json` in `cwd` or above it, then the defaults. Relative paths of the file are relative to its folder,
 * those of the environment to `cwd`. Throws `config_invalid` with one clause per mistake, `service_url_required` and
 * `environment_required`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): Config {
  const here = resolve(cwd);
  const filePath = configFileToRead(env, here);
  const file = filePath === null ? {} : readConfigFile(filePath);
  const mistakes = [
    ...Object.keys(file)
      .filter((name) => !(name in SETTING_TABLE) && !RULES.has(name))
      .map(
        (name) =>
          `${CONFIG_FILE} has an unknown setting "${name}"${didYouMeanSetting(name, Object.keys(SETTING_TABLE))}`,
      ),
    ...rulesIn(file, env),
  ];
  const settings: Record<string, unknown> = {};
  const givenBy: Record<string, 'environment' | 'file'> = {};
  for (const [name, { env: variable, schema, ...more }] of Object.entries(SETTING_TABLE)) {
    const fromEnv = variable && env[variable] !== '' ? env[variable] : undefined;
    const secretFile = 'secret' in more && fromEnv === undefined ? env[`${variable}_FILE`] : undefined;
    const inFiles = secretFile ? readSecretFile(resolve(here, secretFile), `${variable}_FILE`, mistakes) : file[name];
    const parsed = (schema as z.ZodType).safeParse(fromEnv ?? inFiles);
    if (fromEnv !== undefined) givenBy[name] = 'environment';
    else if (inFiles !== undefined) givenBy[name] = 'file';
    if (parsed.success) settings[name] = parsed.data;
    else {
      for (const issue of parsed.error.issues) {
        const inSecret = secretFile ? `The file of ${variable}_FILE` : null;
        const where = inSecret ?? (fromEnv === undefined ? `${placeIn(name, issue.path)} in ${CONFIG_FILE}` : variable);
        mistakes.push(`${where}: ${settingError(issue)}`);
      }
    }
  }
  if (mistakes.length > 0) throw new PayrunError('config_invalid', { detail: `${mistakes.join('; ')}.` });

  const parsed = settings as Settings;
  const fileFolder = filePath === null ? here : dirname(filePath);
  const placed = (name: 'home' | 'inbox' | 'jobsFolder') =>
    parsed[name] === undefined ? undefined : resolve(givenBy[name] === 'file' ? fileFolder : here, parsed[name]);
  const production = parsed.environment === 'production';
  if (production && !parsed.serviceUrl) throw new PayrunError('service_url_required');
  if (parsed.serviceUrl && givenBy.environment === undefined) throw new PayrunError('environment_required');
  return {
    ...parsed,
    home: placed('home') ?? findHome({ env, cwd: here }),
    inbox: placed('inbox'),
    jobsFolder: placed('jobsFolder'),
    embeddedService: !parsed.serviceUrl,
    plain: env.NO_COLOR !== undefined || env.CI !== undefined,
    given: givenBy,
  };
}

/** Payment rules, by the names that settings of them would have, each with the first of its rules. */
const RULES = new Map(
  RULE_NAMES.filter((rule) => rule !== 'environment')
    .toReversed()
    .map((rule) => [rule.split('.')[0]!, rule]),
);

/** The rules for payments that the file or the environment names, each as a clause that says where they are set. */
function rulesIn(file: Readonly<Record<string, unknown>>, env: NodeJS.ProcessEnv): readonly string[] {
  return [...RULES].flatMap(([name, rule]) => {
    const variable = `PAYRUN_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
    const places = [...(name in file ? [`${name} in ${CONFIG_FILE}`] : []), ...(env[variable] ? [variable] : [])];
    return places.map(
      (place) =>
        `${place} is a rule for payments, which only the ledger keeps. Remove it there, and set the rule with \`payrun rules set ${rule}\` or on the page Settings`,
    );
  });
}

/** Null if there is none. */
export const configFileToRead = (env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): string | null =>
  env.PAYRUN_CONFIG ? namedConfigFile(CONFIG_FILE, resolve(cwd, env.PAYRUN_CONFIG)) : findConfigFile(CONFIG_FILE, cwd);

/** The file that `payrun init` writes: the one that PAYRUN_CONFIG names, else `payrun.config.json` in `cwd`. */
export function configFileToWrite(env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): string {
  const named = resolve(cwd, env.PAYRUN_CONFIG ?? '.');
  return namedConfigFile(CONFIG_FILE, named) === named ? named : join(named, CONFIG_FILE);
}

/** A position in the file in the usual notation: `schedule[0].cron`. */
function placeIn(name: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((at, key) => (typeof key === 'number' ? `${at}[${key}]` : `${at}.${String(key)}`), name);
}

/** The source of a setting's value. */
export type SettingSource = 'environment' | 'file' | 'default';

/**
 * The content of a file that a variable names, without the line's end; undefined and a mistake if it cannot be read.
 */
function readSecretFile(path: string, variable: string, mistakes: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    mistakes.push(`${variable} names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}

function readConfigFile(path: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, unknown>;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const detail = code === undefined ? `${path} is not valid JSON (${message}).` : `${path} cannot be read (${code}).`;
    throw new PayrunError('config_invalid', { detail }, { cause });
  }
  throw new PayrunError('config_invalid', { detail: `${path} must hold one JSON object.` });
}

/** Variables whose names begin as those of the settings and are none, each as a sentence. */
export function unknownVariables(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const settings = Object.values(SETTING_TABLE).flatMap((setting) =>
    setting.env === null ? [] : [setting.env, ...('secret' in setting ? [`${setting.env}_FILE`] : [])],
  );
  const known = ['PAYRUN_CONFIG', ...settings];
  return Object.keys(env)
    .filter((name) => /^PAYRUN_(?!TEST_)/.test(name) && !known.includes(name))
    .map((name) => `${name} is not a setting${didYouMeanSetting(name, known)}. It has no effect.`);
}

/** The secret in this environment variable, which a command names. Throws `usage` if it is not set. */
export function secretFrom(variable: string, env: NodeJS.ProcessEnv = process.env): string {
  const secret = env[variable]?.trim();
  if (!secret) throw usageError('variable_missing', { variable });
  return secret;
}
