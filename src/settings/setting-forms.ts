import { z } from 'zod';
import { cronFault, zoneFault } from '../platform/cron.ts';
import { isTimeZone } from '../platform/time-zone.ts';

/** The forms of the settings that are more than one word or number; `config.ts` has the table of all. */

/** 32 bytes in base64. */
export const vaultKeyForm = z
  .base64({ error: 'must be 32 bytes in base64', abort: true })
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a country code');
const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code');

const AMOUNT = 'must be an amount in quotes, like "50000.00"';

/** `{"EUR": "50000.00"}`: amounts per currency. */
export const limits = z.record(currencyCode, z.string(AMOUNT).regex(/^\d+(\.\d{1,2})?$/, AMOUNT));

export const approval = z.strictObject({
  policy: z.enum(['auto', 'manual']).optional(),
  /** Above these, also policy `auto` asks a person. */
  perPayment: limits.default({}),
  perRun: limits.default({}),
  /** A run above these needs the yes of two persons, whatever the policy is. */
  two: limits.default({}),
});

/** `DE,FR` in the environment, `["DE", "FR"]` in the file. */
const listOf = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,;]+/).filter((text) => text !== '') : value),
    z.array(one),
  );

export const countries = listOf(countryCode);

export const addresses = listOf(z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }));

/** The code of another origin that runs in a merchant's browser: it comes encrypted, or from this machine. */
export const secureUrl = z
  .url({ protocol: /^https?$/ })
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
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'must be what stands before the colon of its events')
    .default('onboarding-frame'),
  templates: z
    .record(z.string().regex(/^([A-Z]{2}|default)$/, 'must be a country code or "default"'), z.string().min(1))
    .default({}),
  frames: z.array(secureUrl.transform((url) => new URL(url).origin)).default([]),
});

/** What a notice can tell; the words that `to` and `webhookKinds` of the setting `notices` know. */
export const NOTIFICATION_KINDS = [
  'finished',
  'needs_approval',
  'needs_funds',
  'needs_service_approval',
  'rows_failed',
  'rows_held',
  'needs_person',
  'sheet_refused',
  'nothing_arrived',
] as const;

const mailAddress = z.email({ error: 'must be an e-mail address' });
const noticeKind = z.enum(NOTIFICATION_KINDS);
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
  /** Whose sheet; without it anybody's. */
  merchant: z.string().min(1).optional(),
  by: timeAndZone,
  /** "mon-fri", "mon,thu"; without it every day. */
  days: z
    .string()
    .toLowerCase()
    .regex(new RegExp(`^${DAYS}(-${DAYS})?(,${DAYS}(-${DAYS})?)*$`), 'must be days, like "mon-fri" or "mon,thu"')
    .optional(),
  /** What came since then counts: "18:00" is that time of the day before where it is after `by`; without it midnight. */
  since: z.string().regex(clockTime, 'must be a time, like "18:00"').optional(),
});

export const notifications = z.strictObject({
  from: z.string().min(3).default('Payrun <payrun@localhost>'),
  /** Who is told by e-mail, by kind; `default` for the kinds that are not named. An empty list: nobody. */
  to: z.partialRecord(z.enum(['default', ...NOTIFICATION_KINDS]), z.array(mailAddress)).default({}),
  /** Posted to, signed with `PAYRUN_NOTICE_KEY`. */
  webhook: secureUrl.optional(),
  webhookKinds: z.array(noticeKind).default([...NOTIFICATION_KINDS]),
  /** Incoming webhooks of Slack and Microsoft Teams; their addresses are secrets. */
  slack: secureUrl.optional(),
  teams: secureUrl.optional(),
  /** What is told there. */
  chatKinds: z.array(noticeKind).default([...NOTIFICATION_KINDS]),
  expect: z.array(expectation).default([]),
});

/** A sentence of what is wrong becomes the mistake of a setting. */
export const faultless = (faultOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** When a job runs by itself: an entry of `schedule`, and a trigger of a job's own file. */
export const cronTrigger = z.strictObject({
  cron: faultless(cronFault),
  /** Without it that of the setting `timeZone`. */
  timeZone: faultless(zoneFault).optional(),
  /** What the job gets; without it nothing. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** Where nobody was there when it was due: run once as soon as somebody is. */
  catchUp: z.boolean().default(false),
});

export const schedule = z.array(z.strictObject({ job: z.string().min(1), ...cronTrigger.shape }));

export const nightlyRerun = z.strictObject({
  /** Codes of failures, or words of the sentence that the service gave: only what failed for one of them is paid again. */
  reasons: z.array(z.string().trim().min(3)).default([]),
  /** How often a payment is tried again, at most. */
  times: z.number().int().min(1).max(10).default(1),
  /** Only what failed in the last so many days. */
  days: z.number().int().min(1).max(90).default(7),
});

export const cutOff = z.preprocess(
  (value) => (typeof value === 'string' ? { all: value } : value),
  z.strictObject({
    all: timeAndZone.optional(),
    merchants: z.record(z.string(), timeAndZone).default({}),
    currencies: z.record(currencyCode, timeAndZone).default({}),
  }),
);

/** After so many days it is purged; without it never. */
const keptDays = z.coerce.number().int().min(0).max(36_500).optional();
export const retention = z.strictObject({
  sheets: keptDays,
  payloads: keptDays,
  calls: keptDays,
  deliveries: keptDays,
  inbox: keptDays,
  notices: keptDays,
});

const role = z.enum(['viewer', 'maker', 'approver', 'admin']);

/** Logging in at an identity provider, by OpenID Connect. */
export const oidc = z.strictObject({
  issuer: secureUrl,
  clientId: z.string().min(1),
  /** What the button says: "Log in with ...". */
  label: z.string().min(1).default('your company account'),
  scope: z.string().min(1).default('openid email profile'),
  /** What the user is called here. */
  nameClaim: z.string().min(1).default('email'),
  /** E-mail domains that may log in; empty: all. */
  domains: z.array(z.string().regex(/^[^@\s]+\.[^@\s]+$/, 'must be a domain, like "example.com"')).default([]),
  /** Which claim says who may do what, and what each of its values makes of a user. */
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
