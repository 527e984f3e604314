import { z } from 'zod';
import { cronFault, zoneFault } from '../platform/cron.ts';
import { isTimeZone } from '../platform/time-zone.ts';

/** Schemas of the settings that are more than a word or number; `config.ts` has the table of all settings. */

/** 32 bytes in base64. */
export const vaultKeyForm = z
  .base64({ error: 'must be 32 bytes in base64', abort: true })
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a country code');
const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code');

const AMOUNT = 'must be an amount in quotes, like "50000.00"';

/** `{"EUR": "50000.00"}`: amounts per currency. */
export const limits = z.record(currencyCode, z.string(AMOUNT).regex(/^\d+(\.\d{1,2})?$/, AMOUNT));

/** `a,b` in the environment, `["a", "b"]` in the file. */
const listOf = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,;]+/).filter((text) => text !== '') : value),
    z.array(one),
  );

/** An account number, or an IBAN; with a comma or semicolon between two, because banks write spaces within one. */
export const ownAccounts = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[,;]/).filter((text) => text.trim() !== '') : value),
  z.array(z.string().regex(/^[\s./-]*(?:[A-Za-z\d][\s./-]*){5,40}$/, 'must be account numbers')),
);

export const addresses = listOf(z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }));

/** A URL with https, or http on this machine. */
export const secureUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(
    (url) => /^https:/.test(url) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//.test(new URL(url).href),
    'must begin with https://, or be of this machine',
  );

export const onboarding = z.strictObject({
  tag: z
    .string()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/, 'must be the tag of a component, like "onboarding-frame"')
    .default('onboarding-frame'),
  script: secureUrl.optional(),
  eventPrefix: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'must be the text before the colon of its events')
    .default('onboarding-frame'),
  templates: z
    .record(z.string().regex(/^([A-Z]{2}|default)$/, 'must be a country code or "default"'), z.string().min(1))
    .default({}),
  frames: z.array(secureUrl.transform((url) => new URL(url).origin)).default([]),
});

/** The kinds of notifications, as `to` of the setting `notifications` names them. */
export const NOTIFICATION_KINDS = [
  'finished',
  'needs_approval',
  'needs_funds',
  'needs_service_approval',
  'rows_failed',
  'rows_held',
  'needs_person',
  'pay_date_moved',
  'sheet_refused',
  'nothing_arrived',
] as const;

const mailAddress = z.email({ error: 'must be an email address' });
const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** "09:00 Europe/Berlin" */
const timeAndZone = z.string().transform((text, context) => {
  const [time = '', zone = '', ...more] = text.trim().split(/\s+/);
  if (clockTime.test(time) && more.length === 0 && isTimeZone(zone)) return { time, zone };
  context.issues.push({
    code: 'custom',
    message: 'must be a time and a time zone, like "09:00 Europe/Berlin"',
    input: text,
  });
  return z.NEVER;
});

const DAYS = '(sun|mon|tue|wed|thu|fri|sat)';

const expectation = z.strictObject({
  /** The merchant of the expected sheet. If absent, a sheet of any merchant counts. */
  merchant: z.string().min(1).optional(),
  by: timeAndZone,
  /** "mon-fri", "mon,thu". If absent, every day. */
  days: z
    .string()
    .toLowerCase()
    .regex(new RegExp(`^${DAYS}(-${DAYS})?(,${DAYS}(-${DAYS})?)*$`), 'must be days, like "mon-fri" or "mon,thu"')
    .optional(),
  /**
   * The earliest time at which a sheet counts: "18:00" is on the day before if it is later than `by`. If absent,
   * midnight.
   */
  since: z.string().regex(clockTime, 'must be a time, like "18:00"').optional(),
});

export const notifications = z.strictObject({
  from: z.string().min(3).default('Payrun <payrun@localhost>'),
  /** E-mail recipients by kind; `default` for kinds that are not named. An empty list turns a kind off. */
  to: z.partialRecord(z.enum(['default', ...NOTIFICATION_KINDS]), z.array(mailAddress)).default({}),
  /** Receives notifications by POST, signed with `PAYRUN_NOTIFICATION_KEY`. */
  webhook: secureUrl.optional(),
  /** An incoming webhook of Slack. Its URL is a secret. */
  slack: secureUrl.optional(),
  expect: z.array(expectation).default([]),
});

/** A string schema from a function that returns an error sentence, or null if the text is valid. */
export const faultless = (faultOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The time trigger of a job: an entry of `schedule`, or a trigger in the job's own file. */
export const cronTrigger = z.strictObject({
  cron: faultless(cronFault),
  /** If absent, the setting `timeZone`. */
  timeZone: faultless(zoneFault).optional(),
  /** The input of the job. If absent, it gets none. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** If no process ran when the job was due, run it once as soon as one starts. */
  catchUp: z.boolean().default(false),
});

export const schedule = z.array(z.strictObject({ job: z.string().min(1), ...cronTrigger.shape }));

/** By when a run must be started: for all runs, by merchant or by currency. A plain text is the time for all runs. */
export const cutOff = z.preprocess(
  (value) => (typeof value === 'string' ? { all: value } : value),
  z.strictObject({
    all: timeAndZone.optional(),
    merchants: z.record(z.string(), timeAndZone).default({}),
    currencies: z.record(currencyCode, timeAndZone).default({}),
  }),
);

/** When runs with a pay date are started on their day: for all, or by merchant. A plain text is the time for all. */
export const payTime = z.preprocess(
  (value) => (typeof value === 'string' ? { all: value } : value),
  z.strictObject({ all: timeAndZone.optional(), merchants: z.record(z.string(), timeAndZone).default({}) }),
);

/** The fields of a line of the journal that a column can have: `JOURNAL_FIELDS`. */
export const JOURNAL_FIELD_NAMES = [
  'entry',
  'date',
  'date_us',
  'date_uk',
  'account',
  'contra',
  'debit',
  'credit',
  'amount',
  'currency',
  'description',
  'reference',
  'recipient',
  'merchant',
  'run',
  'kind',
  'rate',
  'empty',
  'tax_rate',
] as const;

const account = z.string().trim().min(1).max(200);

/** The settings of the journal for the company's ledger. */
export const journal = z.strictObject({
  format: z.enum(['standard', 'quickbooks', 'xero', 'netsuite', 'datev']).default('standard'),
  accounts: z
    .strictObject({
      payables: account.default('Accounts payable'),
      fees: account.default('Bank charges'),
      withheldTax: account.default('Withholding tax'),
      balance: z.union([account, z.record(currencyCode, account)]).default('Payout service'),
    })
    .prefault({}),
  /** Columns of the format `standard`: fields by their titles. */
  columns: z.record(z.string().min(1), z.enum(JOURNAL_FIELD_NAMES)).optional(),
  /** The tax rate that Xero wants on every line. */
  taxRate: z.string().min(1).default('Tax Exempt'),
  datev: z
    .strictObject({
      consultant: z.number().int().min(1001).max(9_999_999).default(1001),
      client: z.number().int().min(1).max(99_999).default(1),
      fiscalYear: z
        .string()
        .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a month and a day, like "01-01"')
        .default('01-01'),
      accountLength: z.number().int().min(4).max(8).default(4),
    })
    .prefault({}),
});

/** Days until the purge. If absent, nothing is purged. */
const keptDays = z.coerce.number().int().min(0).max(36_500).optional();
export const retention = z.strictObject({
  sheets: keptDays,
  payloads: keptDays,
  calls: keptDays,
  deliveries: keptDays,
  messages: keptDays,
  inbox: keptDays,
  notifications: keptDays,
});

const role = z.enum(['viewer', 'auditor', 'maker', 'approver', 'admin']);

/** Login at an identity provider, by OpenID Connect. */
export const oidc = z.strictObject({
  issuer: secureUrl,
  clientId: z.string().min(1),
  /** The label of the button: "Log in with ...". */
  label: z.string().min(1).default('your company account'),
  scope: z.string().min(1).default('openid email profile'),
  /** The claim with the name of the user in Payrun. */
  nameClaim: z.string().min(1).default('email'),
  /** E-mail domains that may log in. If empty, all domains may. */
  domains: z.array(z.string().regex(/^[^@\s]+\.[^@\s]+$/, 'must be a domain, like "example.com"')).default([]),
  /** The claim that determines permissions, and the rights that each of its values gives. */
  roleClaim: z.string().min(1).optional(),
  roles: z
    .record(
      z.string(),
      z.union([
        role.transform((name) => ({ role: name, merchants: null, limits: null })),
        z.strictObject({
          role,
          merchants: z.array(z.string().min(1)).nullable().default(null),
          limits: limits.nullable().default(null),
        }),
      ]),
    )
    .default({}),
});

export const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
