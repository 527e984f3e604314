import { z } from 'zod';
import { zoneFault } from '../platform/cron.ts';
import { ENCODING_NAMES } from '../platform/encodings.ts';
import { databaseUrlFault } from './database-url.ts';
import {
  addresses,
  count,
  countryCode,
  cutOff,
  faultless,
  journal,
  limits,
  notifications,
  oidc,
  onboarding,
  ownAccounts,
  payTime,
  retention,
  schedule,
  secureUrl,
  vaultKeyForm,
} from './setting-forms.ts';

/** The names by which users know the payout service. */
export const SERVICE = 'Trolley (formerly Payment Rails)';

/**
 * The settings. Each entry has the name in `payrun.config.json`, the environment variable, and the form with its
 * default.
 */
export const SETTING_TABLE = {
  databaseUrl: {
    env: 'DATABASE_URL',
    secret: true,
    summary: 'a PostgreSQL, 15 or newer; without it the embedded one',
    schema: faultless(databaseUrlFault).optional(),
  },
  home: {
    env: 'PAYRUN_HOME',
    summary:
      'folder of the embedded database, the vault key and the sandbox; without it the nearest `.payrun` in this folder or above it, else `$XDG_DATA_HOME/payrun` or `~/.local/share/payrun`',
    schema: z.string().min(1).optional(),
  },
  serviceUrl: {
    env: 'PAYRUN_SERVICE_URL',
    summary: `URL of the payout service, ${SERVICE}; without it the embedded sandbox`,
    schema: secureUrl.optional(),
  },
  accessKey: {
    env: 'PAYRUN_ACCESS_KEY',
    secret: true,
    summary: 'the access key of the merchant',
    schema: z.string().min(1).optional(),
  },
  secretKey: {
    env: 'PAYRUN_SECRET_KEY',
    secret: true,
    summary: 'the secret half',
    schema: z.string().min(1).optional(),
  },
  environment: {
    env: 'PAYRUN_ENVIRONMENT',
    summary:
      'where this process pays; sets the default quota, and whether test BICs are valid; required with a payout service, and `production` needs one',
    schema: z.enum(['sandbox', 'production']).default('sandbox'),
  },
  quotaPerMinute: {
    env: 'PAYRUN_QUOTA_PER_MINUTE',
    summary: 'API calls of a merchant per window; without it 50 in the sandbox, 100 in production',
    schema: count(1, 100_000).optional(),
  },
  quotaPerAddress: {
    env: 'PAYRUN_QUOTA_PER_ADDRESS',
    summary: 'API calls of this machine per window; without it 200',
    schema: count(1, 100_000).optional(),
  },
  quotaAddress: {
    env: 'PAYRUN_QUOTA_ADDRESS',
    summary:
      'a name for the public address of this machine; processes with the same name share its quota, so containers and machines behind one address need the same name; without it the host name',
    schema: z.string().min(1).max(100).optional(),
  },
  quotaWindowMs: {
    env: 'PAYRUN_QUOTA_WINDOW_MS',
    summary: 'length of the rate limit window, for tests',
    schema: count(100, 600_000).default(60_000),
  },
  vaultKey: {
    env: 'PAYRUN_VAULT_KEY',
    secret: true,
    summary:
      '32 bytes in base64 that seal keys and bank details; required with `DATABASE_URL`, else made once in the home',
    schema: vaultKeyForm.optional(),
  },
  logLevel: {
    env: 'PAYRUN_LOG_LEVEL',
    summary: 'trace, debug, info, warn, error, fatal or silent; JSON lines on standard error',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  },
  merchantCountry: {
    env: 'PAYRUN_MERCHANT_COUNTRY',
    summary: 'country of the merchant, for route minimums',
    schema: countryCode.default('US'),
  },
  routeMinimums: {
    env: null,
    summary:
      'minimum amounts, if the payout service agreed on others than its tables have: `{"wire": {"USD": "10.00"}}`',
    schema: z.record(z.string(), limits).default({}),
  },
  returnDays: {
    env: 'PAYRUN_RETURN_DAYS',
    summary: '`settle` checks whether payments of the last days, this many, were returned; 0: it does not check',
    schema: count(0, 3650).default(30),
  },
  retention: {
    env: null,
    summary:
      'days after which `payrun purge` removes stored data: `{"sheets": 400, "payloads": 400, "calls": 90, "deliveries": 90, "inbox": 90, "notifications": 90}`, the files, the cells and names of their rows, the log of API calls, webhook deliveries, files of the inbox, notifications; data without a number is kept. References, amounts and masked accounts of payments are always kept, and fingerprints of names, because later sheets are compared with them',
    schema: retention.default(retention.parse({})),
  },
  batchLimit: {
    env: 'PAYRUN_BATCH_LIMIT',
    summary: 'payments in one batch, at most',
    schema: count(1, 1_000_000).default(100_000),
  },
  settleWaitMs: {
    env: 'PAYRUN_SETTLE_WAIT_MS',
    summary: 'how long `pay` and `resume` wait for payments to become final',
    schema: count(0, 86_400_000).default(60_000),
  },
  settlePollMs: {
    env: 'PAYRUN_SETTLE_POLL_MS',
    summary: 'the first pause between two reads of payments that are not final; it grows',
    schema: count(10, 600_000).default(1_000),
  },
  webhooks: {
    env: 'PAYRUN_WEBHOOKS',
    summary:
      '`auto`: a run waits for webhooks if the payout service sends them, reads what one is about, and polls after a silence; `off`: it always polls; `only`: it reads only what a webhook is about',
    schema: z.enum(['auto', 'off', 'only']).default('auto'),
  },
  webhookSilenceMs: {
    env: 'PAYRUN_WEBHOOK_SILENCE_MS',
    summary: 'a run polls if no webhook came for this long',
    schema: count(0, 86_400_000).default(60_000),
  },
  webhookToleranceMs: {
    env: 'PAYRUN_WEBHOOK_TOLERANCE_MS',
    summary: 'a webhook delivery that was signed longer ago, or in the future, is refused',
    schema: count(1_000, 86_400_000).default(300_000),
  },
  sandboxSettleMs: {
    env: 'PAYRUN_SANDBOX_SETTLE_MS',
    summary: 'time that the embedded sandbox takes to pay; without it 12 s',
    schema: count(0, 86_400_000).optional(),
  },
  outageWaitMs: {
    env: 'PAYRUN_OUTAGE_WAIT_MS',
    summary:
      'how long a run waits for a payout service that shows a maintenance page (HTTP 502, 503 or 504); then it stops with exit code 5, and `payrun resume` continues',
    schema: count(0, 86_400_000).default(300_000),
  },
  callTimeoutMs: {
    env: 'PAYRUN_CALL_TIMEOUT_MS',
    summary: 'time limit of one call',
    schema: count(100, 600_000).default(30_000),
  },
  decimal: {
    env: 'PAYRUN_DECIMAL',
    summary: 'the decimal separator of amounts in CSV: `point` or `comma`; without it each sheet shows its own',
    schema: z.enum(['point', 'comma']).optional(),
  },
  encoding: {
    env: 'PAYRUN_ENCODING',
    summary:
      'the encoding of CSV files that are not Unicode: `windows-1250`, `shift_jis` and others; without it, it is detected from their letters, or asked for',
    schema: z.enum(ENCODING_NAMES).optional(),
  },
  onboarding: {
    env: null,
    summary:
      'the content of the onboarding page, from the verification service: `{"tag", "script", "eventPrefix", "templates": {"US": "tmpl_...", "default": "..."}, "frames": [...]}`, the last one other origins that it shows; without it the stand-in of a sandbox on this machine',
    schema: onboarding.default(onboarding.parse({})),
  },
  publicUrl: {
    env: 'PAYRUN_PUBLIC_URL',
    summary: 'the URL of the pages of `payrun serve`, for the links in notifications: `https://pay.example.com`',
    schema: secureUrl.transform((url) => url.replace(/(?<!\/)\/+$/, '')).optional(),
  },
  metricsToken: {
    env: 'PAYRUN_METRICS_TOKEN',
    secret: true,
    summary:
      'a program that sends it as `Authorization: Bearer ...` may read `/metrics`; without it only programs of this machine may',
    schema: z.string().min(16, 'must have 16 characters or more').optional(),
  },
  notifications: {
    env: null,
    summary:
      'who gets which notifications: `{"from", "to": {"default": ["finance@example.com"], "needs_approval": [...]}, "webhook": "https://...", "slack": "https://hooks.slack.com/...", "expect": [{"merchant", "by": "09:00 Europe/Berlin", "days": "mon-fri", "since": "18:00"}]}`; without it no one',
    schema: notifications.default(notifications.parse({})),
  },
  smtpUrl: {
    env: 'PAYRUN_SMTP_URL',
    secret: true,
    summary: 'the mail server that sends notifications: `smtps://user:password@mail.example.com`',
    schema: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, { error: 'must begin with smtp:// or smtps://', abort: true })
      .refine((text) => URL.canParse(text), 'must be a URL')
      .optional(),
  },
  notificationKey: {
    env: 'PAYRUN_NOTIFICATION_KEY',
    secret: true,
    summary:
      'the key that signs notifications sent by webhook; two `whsec_...` with a space between them during a rotation',
    schema: z.string().min(16, 'must have 16 characters or more').optional(),
  },
  timeZone: {
    env: 'PAYRUN_TIME_ZONE',
    summary:
      'the time zone of your business: of the days and months of reports, statements, the journal and pay dates, and of a cron that names none; the same on every machine',
    schema: faultless(zoneFault).default('UTC'),
  },
  jobsFolder: {
    env: 'PAYRUN_JOBS',
    summary: "a folder with a team's own jobs, beside those that come with Payrun",
    schema: z.string().min(1).optional(),
  },
  schedule: {
    env: null,
    summary:
      'jobs that run on a schedule: `[{"job": "nightly", "cron": "0 2 * * *", "timeZone": "Europe/Berlin", "input": {}, "catchUp": true}]`',
    schema: schedule.default([]),
  },
  journal: {
    env: null,
    summary:
      'how `payrun journal` writes entries for your ledger: `{"format": "datev", "accounts": {"payables": "1600", "fees": "4970", "withheldTax": "1746", "balance": {"EUR": "1800"}}, "columns": {"Datum": "date"}, "taxRate": "Tax Exempt", "datev": {"consultant": 29098, "client": 55003, "fiscalYear": "01-01", "accountLength": 4}}`; formats: standard, quickbooks, xero, netsuite, datev; `columns` are those of `standard`',
    schema: journal.default(journal.parse({})),
  },
  payTime: {
    env: 'PAYRUN_PAY_TIME',
    summary:
      'the time at which a run with a pay date is started on its day: `09:00 Europe/Berlin`; in the file also `{"all", "merchants": {"acme": "07:00 Europe/London"}}`; without it 09:00 in `timeZone`',
    schema: payTime.default(payTime.parse({})),
  },
  cutOff: {
    env: 'PAYRUN_CUT_OFF',
    summary:
      'the time by which a run must be started: `16:00 Europe/Berlin`; in the file also `{"all", "merchants": {"acme": "15:00 Europe/Berlin"}, "currencies": {"USD": "14:00 America/New_York"}}`; a run that cannot be started in time gets a warning',
    schema: cutOff.default(cutOff.parse({})),
  },
  inbox: {
    env: 'PAYRUN_INBOX',
    summary: 'the folder into which sheets are dropped; below it one for each merchant, where there are several',
    schema: z.string().min(1).optional(),
  },
  inboxSettleMs: {
    env: 'PAYRUN_INBOX_SETTLE_MS',
    summary: 'a file in the inbox is read once it has not changed for this long',
    schema: count(10, 3_600_000).default(5_000),
  },
  inboxPollMs: {
    env: 'PAYRUN_INBOX_POLL_MS',
    summary: 'how often the inbox is checked',
    schema: count(10, 3_600_000).default(2_000),
  },
  inboxMarker: {
    env: 'PAYRUN_INBOX_MARKER',
    summary: '`done`: a file `june.csv` is read only once `june.csv.done` is beside it; `none`: it needs no marker',
    schema: z.enum(['none', 'done']).default('none'),
  },
  inboxMaker: {
    env: 'PAYRUN_INBOX_MAKER',
    summary: 'the maker of a sheet in the inbox if it is not known who dropped it',
    schema: z
      .string()
      .trim()
      .regex(/^[^:]{1,64}$/, 'must be a name without a colon')
      .default('inbox'),
  },
  trustedProxies: {
    env: 'PAYRUN_TRUSTED_PROXIES',
    summary:
      'addresses of the proxies in front of the pages, whose `X-Forwarded-For` is trusted: `10.0.0.5,10.0.0.6`; a proxy on this machine is trusted if `publicUrl` begins with https',
    schema: addresses.default([]),
  },
  loginCodes: {
    env: 'PAYRUN_LOGIN_CODES',
    summary: '`required`: users who log in with a password must set up two-factor authentication; else `optional`',
    schema: z.enum(['optional', 'required']).default('optional'),
  },
  oidc: {
    env: null,
    summary:
      'login with an identity provider: `{"issuer": "https://...", "clientId": "...", "label", "scope", "nameClaim": "email", "domains": ["example.com"], "roleClaim": "groups", "roles": {"finance": "maker", "leads": {"role": "approver", "merchants": ["acme"], "limits": {"EUR": "5000.00"}}}}`; its redirect address is `/login/oidc/back` below `publicUrl`',
    schema: oidc.optional(),
  },
  oidcClientSecret: {
    env: 'PAYRUN_OIDC_CLIENT_SECRET',
    secret: true,
    summary: 'the client secret at the identity provider',
    schema: z.string().min(1).optional(),
  },
  ownAccounts: {
    env: 'PAYRUN_OWN_ACCOUNTS',
    summary:
      "the merchant's own bank accounts, as IBAN or as sort code and number in one: `DE89370400440532013000,20000055779911`; a row that pays to one of them is invalid",
    schema: ownAccounts.default([]),
  },
  columns: {
    env: null,
    summary: 'your own column headers: `{"Kontonummer": "accountNum"}`; `-` for a column that is not used',
    schema: z.record(z.string(), z.string()).default({}),
  },
  sheetFormats: {
    env: null,
    summary:
      'formats of other systems that were explained once (`payrun map --name`): `{"Acme ERP": {"header": ["Nr", "Soll"], "columns": {"Soll": "amount"}}}`; they apply to sheets with exactly this header',
    schema: z
      .record(z.string(), z.object({ header: z.array(z.string()), columns: z.record(z.string(), z.string()) }))
      .default({}),
  },
} as const;

/** A setting as the manual lists it. */
export interface SettingLine {
  readonly name: string;
  readonly env: string | null;
  /** Its variable with `_FILE` may name a file instead. */
  readonly secret: boolean;
  readonly summary: string;
  /** The default; empty if the summary states it. */
  readonly otherwise: string;
}

/** Every setting, for the manual. */
export function settingLines(): readonly SettingLine[] {
  return Object.entries(SETTING_TABLE).map(([name, { env, summary, schema, ...more }]) => {
    const parsed = (schema as z.ZodType).safeParse(undefined);
    const plain = parsed.success && ['string', 'number'].includes(typeof parsed.data);
    return { name, env, secret: 'secret' in more, summary, otherwise: plain ? String(parsed.data) : '' };
  });
}

export type Settings = { [K in keyof typeof SETTING_TABLE]: z.output<(typeof SETTING_TABLE)[K]['schema']> };
