import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PayrunError } from './errors.ts';
import { parseMinor } from './money.ts';

/** 32 bytes in base64. */
const vaultKey = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

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
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
  },
  home: { env: 'PAYRUN_HOME', schema: z.string().min(1).default('.payrun') },
  serviceUrl: { env: 'PAYRUN_SERVICE_URL', schema: z.url({ protocol: /^https?$/ }).optional() },
  accessKey: { env: 'PAYRUN_ACCESS_KEY', schema: z.string().min(1).optional() },
  secretKey: { env: 'PAYRUN_SECRET_KEY', schema: z.string().min(1).optional() },
  environment: { env: 'PAYRUN_ENVIRONMENT', schema: z.enum(['sandbox', 'production']).default('sandbox') },
  quotaPerMinute: { env: 'PAYRUN_QUOTA_PER_MINUTE', schema: count(1, 100_000).optional() },
  quotaPerAddress: { env: 'PAYRUN_QUOTA_PER_ADDRESS', schema: count(1, 100_000).optional() },
  quotaWindowMs: { env: 'PAYRUN_QUOTA_WINDOW_MS', schema: count(100, 600_000).default(60_000) },
  vaultKey: { env: 'PAYRUN_VAULT_KEY', schema: vaultKey.optional() },
  inbox: { env: 'PAYRUN_INBOX', schema: z.string().min(1).optional() },
  approval: {
    env: 'PAYRUN_APPROVAL',
    schema: z
      .union([z.enum(['auto', 'manual']).transform((policy) => ({ policy })), z.unknown()])
      .pipe(approval)
      .default(approval.parse({})),
  },
  logLevel: {
    env: 'PAYRUN_LOG_LEVEL',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  },
  /** Country of the merchant: decides route minimums. */
  merchantCountry: {
    env: 'PAYRUN_MERCHANT_COUNTRY',
    schema: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country code')
      .default('US'),
  },
  /** A payment that looks like one of the last so many days is held. */
  duplicateDays: { env: 'PAYRUN_DUPLICATE_DAYS', schema: count(0, 3650).default(7) },
  /** Payments in one batch, at most. */
  batchLimit: { env: 'PAYRUN_BATCH_LIMIT', schema: count(1, 1_000_000).default(100_000) },
  /** A quote whose rate moved more than this, in percent, asks for approval again. */
  rateTolerance: { env: 'PAYRUN_RATE_TOLERANCE', schema: z.coerce.number().min(0).max(100).default(1) },
  /** How long `pay` and `resume` wait for payments to become final. */
  settleWaitMs: { env: 'PAYRUN_SETTLE_WAIT_MS', schema: count(0, 86_400_000).default(60_000) },
  /** The first pause between two questions whether payments are final; it grows. */
  settlePollMs: { env: 'PAYRUN_SETTLE_POLL_MS', schema: count(10, 600_000).default(1_000) },
  /** How long the embedded sandbox takes to pay; its own default where absent. */
  sandboxSettleMs: { env: 'PAYRUN_SANDBOX_SETTLE_MS', schema: count(0, 86_400_000).optional() },
  /** One call's time limit. */
  callTimeoutMs: { env: 'PAYRUN_CALL_TIMEOUT_MS', schema: count(100, 600_000).default(30_000) },
  /** A team's own headers: `{"Kontonummer": "accountNum"}`. Only in the file. */
  columns: { env: null, schema: z.record(z.string(), z.string()).default({}) },
} as const;

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
    const parsed = (schema as z.ZodType).safeParse(fromEnv ?? file[name]);
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
