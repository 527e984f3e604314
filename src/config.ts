import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PayrunError } from './errors.ts';
import { parseMinor } from './money.ts';

/** 32 bytes in base64. */
const vaultKey = z
  .base64({ error: 'must be 32 bytes in base64', abort: true })
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/** `{"EUR": "50000.00"}`: amounts per currency. */
const limits = z.record(
  z.string().regex(/^[A-Z]{3}$/, 'must be a currency code'),
  z.string().regex(/^\d+(\.\d{1,2})?$/, 'must be an amount in quotes, like "50000.00"'),
);

const approval = z.strictObject({
  policy: z.enum(['auto', 'manual']).optional(),
  /** Above these, also policy `auto` asks a person. */
  perPayment: limits.default({}),
  perRun: limits.default({}),
});

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/**
 * The settings. One line is one setting: its name in `payrun.config.json`, its environment variable, its form and default.
 * This file is the only reader of `process.env`.
 */
const SETTINGS = {
  databaseUrl: {
    env: 'DATABASE_URL',
    summary: 'a PostgreSQL, 15 or newer; without it the embedded one',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
  },
  home: {
    env: 'PAYRUN_HOME',
    summary: 'folder of the embedded database, the vault key and the sandbox',
    schema: z.string().min(1).default('.payrun'),
  },
  serviceUrl: {
    env: 'PAYRUN_SERVICE_URL',
    summary: 'the payout service; without it the embedded sandbox',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  accessKey: { env: 'PAYRUN_ACCESS_KEY', summary: 'the public half of the keys', schema: z.string().min(1).optional() },
  secretKey: { env: 'PAYRUN_SECRET_KEY', summary: 'the secret half', schema: z.string().min(1).optional() },
  environment: {
    env: 'PAYRUN_ENVIRONMENT',
    summary: 'decides quota, approval policy and test BICs; `production` needs a service',
    schema: z.enum(['sandbox', 'production']).default('sandbox'),
  },
  quotaPerMinute: {
    env: 'PAYRUN_QUOTA_PER_MINUTE',
    summary: 'calls of a merchant in a window; without it 50 in the sandbox, 100 in production',
    schema: count(1, 100_000).optional(),
  },
  quotaPerAddress: {
    env: 'PAYRUN_QUOTA_PER_ADDRESS',
    summary: 'calls of this machine in a window; without it 200',
    schema: count(1, 100_000).optional(),
  },
  quotaWindowMs: {
    env: 'PAYRUN_QUOTA_WINDOW_MS',
    summary: 'length of the window, for tests',
    schema: count(100, 600_000).default(60_000),
  },
  vaultKey: {
    env: 'PAYRUN_VAULT_KEY',
    summary:
      '32 bytes in base64 that seal keys and bank details; required with `DATABASE_URL`, else made once in the home',
    schema: vaultKey.optional(),
  },
  approval: {
    env: 'PAYRUN_APPROVAL',
    summary:
      '`auto` or `manual`; in the file also `{"policy", "perPayment": {"EUR": "5000.00"}, "perRun": {...}}`, above which a person is asked; without it `auto` in the sandbox, `manual` in production',
    schema: approval.default(approval.parse({})),
  },
  logLevel: {
    env: 'PAYRUN_LOG_LEVEL',
    summary: 'trace, debug, info, warn, error, fatal or silent; JSON lines on standard error',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  },
  merchantCountry: {
    env: 'PAYRUN_MERCHANT_COUNTRY',
    summary: 'country of the merchant: decides route minimums',
    schema: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country code')
      .default('US'),
  },
  duplicateDays: {
    env: 'PAYRUN_DUPLICATE_DAYS',
    summary: 'a payment that looks like one of the last so many days is held',
    schema: count(0, 3650).default(7),
  },
  batchLimit: {
    env: 'PAYRUN_BATCH_LIMIT',
    summary: 'payments in one batch, at most',
    schema: count(1, 1_000_000).default(100_000),
  },
  rateTolerance: {
    env: 'PAYRUN_RATE_TOLERANCE',
    summary: 'percent; a quote whose rates moved more asks for approval again',
    schema: z.coerce.number().min(0).max(100).default(1),
  },
  settleWaitMs: {
    env: 'PAYRUN_SETTLE_WAIT_MS',
    summary: 'how long `pay` and `resume` wait for payments to become final',
    schema: count(0, 86_400_000).default(60_000),
  },
  settlePollMs: {
    env: 'PAYRUN_SETTLE_POLL_MS',
    summary: 'the first pause between two questions whether payments are final; it grows',
    schema: count(10, 600_000).default(1_000),
  },
  sandboxSettleMs: {
    env: 'PAYRUN_SANDBOX_SETTLE_MS',
    summary: 'how long the embedded sandbox takes to pay; without it 12 s',
    schema: count(0, 86_400_000).optional(),
  },
  callTimeoutMs: {
    env: 'PAYRUN_CALL_TIMEOUT_MS',
    summary: 'time limit of one call',
    schema: count(100, 600_000).default(30_000),
  },
  columns: {
    env: null,
    summary: 'a team\'s own headers: `{"Kontonummer": "accountNum"}`',
    schema: z.record(z.string(), z.string()).default({}),
  },
} as const;

/** A setting as the README lists it. */
export interface SettingLine {
  readonly name: string;
  readonly env: string | null;
  readonly summary: string;
  /** What counts where nothing is set; empty where the summary says. */
  readonly otherwise: string;
}

/** Every setting, for the README. */
export function settingLines(): readonly SettingLine[] {
  return Object.entries(SETTINGS).map(([name, { env, summary, schema }]) => {
    const parsed = (schema as z.ZodType).safeParse(undefined);
    const plain = parsed.success && ['string', 'number'].includes(typeof parsed.data);
    return { name, env, summary, otherwise: plain ? String(parsed.data) : '' };
  });
}

type Settings = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };

export interface Config extends Omit<Settings, 'approval'> {
  /** Absolute. */
  readonly home: string;
  readonly approval: z.output<typeof approval> & { readonly policy: 'auto' | 'manual' };
  /** No service is configured: the embedded sandbox is used, and no money moves. */
  readonly embeddedService: boolean;
  /** `NO_COLOR` and `CI` of the environment. */
  readonly plain: boolean;
}

export const CONFIG_FILE = 'payrun.config.json';

/**
 * Environment first, then `payrun.config.json` in `cwd`, then defaults. Relative paths are relative to `cwd`.
 * Throws `config_invalid` with one clause per mistake, and `service_url_required`.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): Config {
  const file = readConfigFile(resolve(cwd, CONFIG_FILE));
  const mistakes: string[] = Object.keys(file)
    .filter((name) => !(name in SETTINGS))
    .map((name) => `${CONFIG_FILE} has an unknown setting "${name}"`);
  const settings: Record<string, unknown> = {};
  for (const [name, { env: variable, schema }] of Object.entries(SETTINGS)) {
    const fromEnv = variable && env[variable] !== '' ? env[variable] : undefined;
    const given = name === 'approval' ? approvalOf(fromEnv, file[name]) : (fromEnv ?? file[name]);
    const parsed = (schema as z.ZodType).safeParse(given);
    if (parsed.success) settings[name] = parsed.data;
    else {
      const where = fromEnv === undefined ? `${name} in ${CONFIG_FILE}` : variable;
      for (const issue of parsed.error.issues) mistakes.push(`${[where, ...issue.path].join('.')}: ${issue.message}`);
    }
  }
  if (mistakes.length > 0) throw new PayrunError('config_invalid', { detail: `${mistakes.join('; ')}.` });

  const parsed = settings as Settings;
  const production = parsed.environment === 'production';
  if (production && !parsed.serviceUrl) throw new PayrunError('service_url_required');
  return {
    ...parsed,
    home: resolve(cwd, parsed.home),
    approval: { ...parsed.approval, policy: parsed.approval.policy ?? (production ? 'manual' : 'auto') },
    embeddedService: !parsed.serviceUrl,
    plain: env.NO_COLOR !== undefined || env.CI !== undefined,
  };
}

/** The environment names the policy only; limits stand in the file, and stay in force whatever the policy is. */
function approvalOf(policy: string | undefined, inFile: unknown): unknown {
  const fromFile = typeof inFile === 'string' ? { policy: inFile } : inFile;
  if (policy === undefined) return fromFile;
  return typeof fromFile === 'object' && fromFile !== null ? { ...fromFile, policy } : { policy };
}

function readConfigFile(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as Record<string, unknown>;
  } catch (cause) {
    throw new PayrunError(
      'config_invalid',
      { detail: `${path} is not valid JSON (${(cause as Error).message}).` },
      { cause },
    );
  }
  throw new PayrunError('config_invalid', { detail: `${path} must hold one JSON object.` });
}

/** The limit for a currency in minor units; null where none is set. */
export function limitOf(amounts: Readonly<Record<string, string>>, currency: string): bigint | null {
  const text = amounts[currency];
  if (text === undefined) return null;
  const minor = parseMinor(text, currency);
  return typeof minor === 'bigint' ? minor : 0n;
}

/** Who runs this: the maker of a run where nobody is named with `--as`. */
export function systemUser(env: NodeJS.ProcessEnv = process.env): string {
  return env.USER || env.LOGNAME || env.USERNAME || 'operator';
}

/** A secret that a command was told to read from this variable of the environment. Throws `usage` where it is not set. */
export function secretFrom(variable: string, env: NodeJS.ProcessEnv = process.env): string {
  const secret = env[variable]?.trim();
  if (!secret) throw new PayrunError('usage', { detail: `The environment variable ${variable} is not set.` });
  return secret;
}
