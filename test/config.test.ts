import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CONFIG_FILE, type Config, loadConfig, secretFrom, unknownVariables } from '../src/config.ts';
import { PayrunError } from '../src/errors.ts';
import { findConfigFile } from '../src/settings/find-config-file.ts';
import { settingLines } from '../src/settings/setting-table.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The settings of a folder with this configuration file (an object is written as JSON) and this environment. */
function load(env: Record<string, string>, file?: unknown): { config: Config; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-config-'));
  folders.push(folder);
  if (file !== undefined)
    writeFileSync(join(folder, CONFIG_FILE), typeof file === 'string' ? file : JSON.stringify(file));
  return { config: loadConfig(env, folder), folder };
}

/** What is wrong with such settings, clause by clause. */
function mistakes(env: Record<string, string>, file?: unknown): string[] {
  try {
    load(env, file);
  } catch (error) {
    expect(error).toMatchObject({ code: 'config_invalid', exitCode: 2 });
    return String((error as PayrunError).details.detail)
      .replace(/\.$/, '')
      .split('; ');
  }
  return [];
}

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');

/**
 * A line for every setting that the environment names: its text there with the value, its value in the file, and the default. Without a
 * service, `production` is refused.
 */
type Setting = readonly [
  name: keyof Config,
  env: string,
  text: string,
  value: unknown,
  inFile: unknown,
  otherwise: unknown,
  /** The value, if it is not the one in the file. */
  fileValue?: unknown,
];
const SETTINGS: readonly Setting[] = [
  ['databaseUrl', 'DATABASE_URL', 'postgres://db/one', 'postgres://db/one', 'postgresql://db/two', undefined],
  ['timeZone', 'PAYRUN_TIME_ZONE', 'Europe/Berlin', 'Europe/Berlin', 'Asia/Tokyo', 'UTC'],
  ['jobsFolder', 'PAYRUN_JOBS', '/srv/one', '/srv/one', '/srv/two', undefined],
  [
    'payTime',
    'PAYRUN_PAY_TIME',
    '07:00 Europe/London',
    { all: { time: '07:00', zone: 'Europe/London' }, merchants: {} },
    { merchants: { acme: '14:30 America/New_York' } },
    { merchants: {} },
    { merchants: { acme: { time: '14:30', zone: 'America/New_York' } } },
  ],
  [
    'cutOff',
    'PAYRUN_CUT_OFF',
    '16:00 Europe/Berlin',
    { all: { time: '16:00', zone: 'Europe/Berlin' }, merchants: {}, currencies: {} },
    { currencies: { USD: '14:30 America/New_York' } },
    { merchants: {}, currencies: {} },
    { merchants: {}, currencies: { USD: { time: '14:30', zone: 'America/New_York' } } },
  ],
  [
    'serviceUrl',
    'PAYRUN_SERVICE_URL',
    'https://one.example',
    'https://one.example',
    'http://127.0.0.1:8080',
    undefined,
  ],
  ['accessKey', 'PAYRUN_ACCESS_KEY', 'one', 'one', 'two', undefined],
  ['secretKey', 'PAYRUN_SECRET_KEY', 'one', 'one', 'two', undefined],
  ['environment', 'PAYRUN_ENVIRONMENT', 'sandbox', 'sandbox', 'sandbox', 'sandbox'],
  ['quotaPerMinute', 'PAYRUN_QUOTA_PER_MINUTE', '70', 70, 80, undefined],
  ['quotaPerAddress', 'PAYRUN_QUOTA_PER_ADDRESS', '150', 150, 160, undefined],
  ['quotaWindowMs', 'PAYRUN_QUOTA_WINDOW_MS', '500', 500, 600, 60_000],
  ['vaultKey', 'PAYRUN_VAULT_KEY', KEY, KEY, OTHER_KEY, undefined],
  ['logLevel', 'PAYRUN_LOG_LEVEL', 'debug', 'debug', 'info', 'warn'],
  ['merchantCountry', 'PAYRUN_MERCHANT_COUNTRY', 'DE', 'DE', 'FR', 'US'],
  ['decimal', 'PAYRUN_DECIMAL', 'comma', 'comma', 'point', undefined],
  ['encoding', 'PAYRUN_ENCODING', 'windows-1250', 'windows-1250', 'shift_jis', undefined],
  ['returnDays', 'PAYRUN_RETURN_DAYS', '0', 0, 60, 30],
  ['inboxSettleMs', 'PAYRUN_INBOX_SETTLE_MS', '500', 500, 600, 5_000],
  ['inboxPollMs', 'PAYRUN_INBOX_POLL_MS', '500', 500, 600, 2_000],
  ['inboxMarker', 'PAYRUN_INBOX_MARKER', 'done', 'done', 'done', 'none'],
  ['inboxMaker', 'PAYRUN_INBOX_MAKER', 'payroll', 'payroll', 'hr', 'inbox'],
  ['batchLimit', 'PAYRUN_BATCH_LIMIT', '500', 500, 600, 100_000],
  ['settleWaitMs', 'PAYRUN_SETTLE_WAIT_MS', '0', 0, 5, 60_000],
  ['webhooks', 'PAYRUN_WEBHOOKS', 'off', 'off', 'only', 'auto'],
  ['webhookSilenceMs', 'PAYRUN_WEBHOOK_SILENCE_MS', '0', 0, 5, 60_000],
  ['webhookToleranceMs', 'PAYRUN_WEBHOOK_TOLERANCE_MS', '1000', 1_000, 2_000, 300_000],
  ['settlePollMs', 'PAYRUN_SETTLE_POLL_MS', '40', 40, 50, 1_000],
  ['sandboxSettleMs', 'PAYRUN_SANDBOX_SETTLE_MS', '40', 40, 50, undefined],
  ['outageWaitMs', 'PAYRUN_OUTAGE_WAIT_MS', '100', 100, 200, 300_000],
  ['callTimeoutMs', 'PAYRUN_CALL_TIMEOUT_MS', '100', 100, 200, 30_000],
  ['trustedProxies', 'PAYRUN_TRUSTED_PROXIES', '10.0.0.5, ::1', ['10.0.0.5', '::1'], ['10.0.0.6'], []],
  ['loginCodes', 'PAYRUN_LOGIN_CODES', 'required', 'required', 'optional', 'optional'],
  ['oidcClientSecret', 'PAYRUN_OIDC_CLIENT_SECRET', 'one', 'one', 'two', undefined],
  [
    'publicUrl',
    'PAYRUN_PUBLIC_URL',
    'https://pay.example.com/',
    'https://pay.example.com',
    'http://127.0.0.1:4080',
    undefined,
  ],
  ['metricsToken', 'PAYRUN_METRICS_TOKEN', 'sixteen letters 1', 'sixteen letters 1', 'sixteen letters 2', undefined],
  [
    'smtpUrl',
    'PAYRUN_SMTP_URL',
    'smtps://user:pass@mail.example.com',
    'smtps://user:pass@mail.example.com',
    'smtp://127.0.0.1:25',
    undefined,
  ],
  ['quotaAddress', 'PAYRUN_QUOTA_ADDRESS', 'office', 'office', 'cloud', undefined],
  [
    'ownAccounts',
    'PAYRUN_OWN_ACCOUNTS',
    'DE89 3704 0044 0532 0130 00, 20-00-00 55779911',
    ['DE89 3704 0044 0532 0130 00', ' 20-00-00 55779911'],
    ['12345678'],
    [],
  ],
  [
    'notificationKey',
    'PAYRUN_NOTIFICATION_KEY',
    'sixteen letters 1',
    'sixteen letters 1',
    'sixteen letters 2',
    undefined,
  ],
];
const SETTINGS_BY_NAME = SETTINGS.map((setting) => [setting[0], setting] as const);

describe('a setting', () => {
  it('is in this table, or has a test of its own', () => {
    const own = [
      'home',
      'inbox',
      'oidc',
      'columns',
      'sheetFormats',
      'notifications',
      'schedule',
      'journal',
      'onboarding',
      'routeMinimums',
      'retention',
    ];
    expect([...SETTINGS.map(([name]) => name as string), ...own].sort()).toEqual(
      settingLines()
        .map(({ name }) => name)
        .sort(),
    );
  });
  it.each(SETTINGS_BY_NAME)(
    '%s: the environment overrides the file, which overrides the default',
    (name, [, env, text, value, inFile, otherwise, fileValue = inFile]) => {
      const needed: Record<string, string> = name === 'serviceUrl' ? { PAYRUN_ENVIRONMENT: 'sandbox' } : {};
      expect(load({}).config[name]).toEqual(otherwise);
      expect(load(needed, { [name]: inFile }).config[name]).toEqual(fileValue);
      expect(load({ ...needed, [env]: text }).config[name]).toEqual(value);
      expect(load({ ...needed, [env]: text }, { [name]: inFile }).config[name]).toEqual(value);
      // An empty variable is one that is not set.
      expect(load({ ...needed, [env]: '' }, { [name]: inFile }).config[name]).toEqual(fileValue);
    },
  );
  it.each(SETTINGS_BY_NAME)('%s is listed with its variable, for the manual', (name, [, env, , , , otherwise]) => {
    const plain = typeof otherwise === 'object' || otherwise === undefined ? '' : String(otherwise);
    expect(settingLines().find((line) => line.name === name)).toMatchObject({ env, otherwise: plain });
  });
  it('that is secret can come from a file that its variable with _FILE names, outside the environment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'payrun-secret-'));
    const file = join(folder, 'key');
    writeFileSync(file, 'SK-of-a-file\n');
    const secrets = settingLines().filter(({ secret }) => secret);
    expect(secrets.map(({ env }) => env)).toContain('PAYRUN_SECRET_KEY');
    const { config } = load({ PAYRUN_SECRET_KEY_FILE: file });
    expect([config.secretKey, config.given.secretKey]).toEqual(['SK-of-a-file', 'file']);
    expect(load({ PAYRUN_SECRET_KEY_FILE: file, PAYRUN_SECRET_KEY: 'SK-first' }).config.secretKey).toBe('SK-first');
    expect(() => load({ PAYRUN_SECRET_KEY_FILE: `${file}-not` })).toThrow(/PAYRUN_SECRET_KEY_FILE names .*ENOENT/);
    expect(() => load({ PAYRUN_VAULT_KEY_FILE: file })).toThrow(/The file of PAYRUN_VAULT_KEY_FILE: /);
    rmSync(folder, { recursive: true });
  });
  it('the targets of notifications come from the file only', () => {
    const { notifications: nobody } = load({}).config;
    expect(nobody).toMatchObject({ to: {}, expect: [] });
    expect(nobody.webhook).toBeUndefined();
    const expect_ = [{ merchant: 'acme', by: '09:00 Europe/Berlin', days: 'Mon-Fri', since: '18:00' }];
    const { notifications } = load(
      {},
      { notifications: { to: { default: ['a@example.com'] }, expect: expect_ } },
    ).config;
    expect(notifications.to).toEqual({ default: ['a@example.com'] });
    const by = { time: '09:00', zone: 'Europe/Berlin' };
    expect(notifications.expect).toEqual([{ merchant: 'acme', by, days: 'mon-fri', since: '18:00' }]);
  });
  it('home is the user’s, or a path relative to the working folder', () => {
    const { config } = load({});
    expect(config.home).toBe(join(userInfo().homedir, '.local/share/payrun'));
    expect(load({ HOME: '/home/ana' }).config.home).toBe('/home/ana/.local/share/payrun');
    expect(load({}, { home: 'elsewhere/payrun' }).config.home).toMatch(/\/payrun-config-\w+\/elsewhere\/payrun$/);
    expect(load({ PAYRUN_HOME: '/var/lib/payrun' }, { home: 'elsewhere' }).config.home).toBe('/var/lib/payrun');
  });
  it('the inbox is a path relative to the working folder, and its maker can be a name of the ledger', () => {
    expect(load({}).config.inbox).toBeUndefined();
    const { config, folder } = load({ PAYRUN_INBOX: 'in' }, { inbox: '/srv/in' });
    expect(config.inbox).toBe(join(folder, 'in'));
    expect(load({}, { inbox: '/srv/in' }).config.inbox).toBe('/srv/in');
    expect(mistakes({ PAYRUN_INBOX_MAKER: 'a:b' })).toEqual(['PAYRUN_INBOX_MAKER: must be a name without a colon']);
  });
  it('minimums come from the file only, by route and currency', () => {
    expect(load({}).config.routeMinimums).toEqual({});
    const routeMinimums = { wire: { EUR: '15.00' } };
    expect(load({}, { routeMinimums }).config.routeMinimums).toEqual(routeMinimums);
  });

  it('the onboarding component comes from the file only; each address of frames is reduced to its origin', () => {
    const plain = { tag: 'onboarding-frame', eventPrefix: 'onboarding-frame', templates: {}, frames: [] };
    expect(load({}).config.onboarding).toEqual(plain);
    const onboarding = { script: 'https://cdn.example/a.js', templates: { US: 'tmpl_1', default: 'tmpl_2' } };
    expect(load({}, { onboarding }).config.onboarding).toEqual({ ...plain, ...onboarding });
    const local = { script: 'http://127.0.0.1:4010/a.js', frames: ['https://verify.example/start'] };
    expect(load({}, { onboarding: local }).config.onboarding).toMatchObject({ frames: ['https://verify.example'] });
  });

  it('schedule comes from the file only', () => {
    expect(load({}).config.schedule).toEqual([]);
    const nightly = { job: 'nightly', cron: '0 2 * * *', timeZone: 'Europe/Berlin', input: { a: 1 }, catchUp: true };
    expect(load({}, { schedule: [nightly, { job: 'reconcile', cron: '@daily' }] }).config.schedule).toEqual([
      nightly,
      { job: 'reconcile', cron: '@daily', catchUp: false },
    ]);
  });
  it('the identity provider comes from the file only, except for its secret; a role may be one word', () => {
    expect(load({}).config.oidc).toBeUndefined();
    const oidc = { issuer: 'https://id.example.com', clientId: 'payrun', roleClaim: 'groups' };
    const lead = { role: 'approver', merchants: ['acme'], limits: { EUR: '5000.00' } };
    expect(load({}, { oidc: { ...oidc, roles: { clerks: 'maker', leads: lead } } }).config.oidc).toEqual({
      ...oidc,
      ...{ label: 'your company account', scope: 'openid email profile', nameClaim: 'email', domains: [] },
      roles: { clerks: { role: 'maker', merchants: null, limits: null }, leads: lead },
    });
  });
  it('columns come from the file only', () => {
    expect(load({}).config.columns).toEqual({});
    expect(load({}, { columns: { Kontonummer: 'accountNum' } }).config.columns).toEqual({ Kontonummer: 'accountNum' });
    expect(settingLines().find(({ name }) => name === 'columns')!.env).toBeNull();
  });
});

describe('a rule for payments', () => {
  it.each([
    ['approval', 'PAYRUN_APPROVAL', 'approval.policy'],
    ['onInvalid', 'PAYRUN_ON_INVALID', 'onInvalid'],
    ['duplicateDays', 'PAYRUN_DUPLICATE_DAYS', 'duplicateDays'],
    ['duplicatesInSheet', 'PAYRUN_DUPLICATES_IN_SHEET', 'duplicatesInSheet'],
    ['rateTolerance', 'PAYRUN_RATE_TOLERANCE', 'rateTolerance'],
    ['enabledCountries', 'PAYRUN_ENABLED_COUNTRIES', 'enabledCountries'],
    ['nightlyRerun', 'PAYRUN_NIGHTLY_RERUN', 'nightlyRerun.reasons'],
  ])('G7: %s is refused in the file and the environment, which says where it is set', (name, variable, rule) => {
    const clause = (place: string) =>
      `${place} is a rule for payments, which only the ledger keeps. Remove it there, and set the rule with \`payrun rules set ${rule}\` or on the page Settings`;
    expect(mistakes({ [variable]: 'manual' }, { [name]: 'manual' })).toEqual([
      clause(`${name} in payrun.config.json`),
      clause(variable),
    ]);
    expect(mistakes({ [variable]: '' }, {})).toEqual([]);
  });
});

describe('an error in the configuration', () => {
  /** What is set wrongly, and the one clause that says so. */
  const CASES: readonly [env: Record<string, string>, file: unknown, clause: string | RegExp][] = [
    [
      {},
      { oidc: { issuer: 'http://id.example.com', clientId: 'a' } },
      'oidc.issuer in payrun.config.json: must begin with https://, or be of this machine',
    ],
    [{}, { oidc: { issuer: 'https://id.example.com' } }, 'oidc.clientId in payrun.config.json: is missing'],
    [
      {},
      { oidc: { issuer: 'https://id.example.com', clientId: 'a', domains: ['a@b.c'] } },
      'oidc.domains[0] in payrun.config.json: must be a domain, like "example.com"',
    ],
    [{ PAYRUN_TRUSTED_PROXIES: 'proxy.local' }, undefined, 'PAYRUN_TRUSTED_PROXIES: must be an IP address'],
    [{ PAYRUN_LOGIN_CODES: 'yes' }, undefined, /^PAYRUN_LOGIN_CODES: /],
    [{ DATABASE_URL: 'mysql://db' }, undefined, /^DATABASE_URL: must begin with postgres:\/\/$/],
    [{}, { databaseUrl: 5 }, 'databaseUrl in payrun.config.json: must be text in quotes'],
    [{}, { home: '' }, /^home in payrun\.config\.json: /],
    [{ PAYRUN_SERVICE_URL: 'ftp://files' }, undefined, /^PAYRUN_SERVICE_URL: .*URL/i],
    [{ PAYRUN_SERVICE_URL: 'example' }, undefined, /^PAYRUN_SERVICE_URL: .*URL/i],
    [{ PAYRUN_ENVIRONMENT: 'live' }, undefined, 'PAYRUN_ENVIRONMENT: must be sandbox or production'],
    [{ PAYRUN_QUOTA_PER_MINUTE: '0' }, undefined, 'PAYRUN_QUOTA_PER_MINUTE: must be at least 1'],
    [{ PAYRUN_QUOTA_PER_MINUTE: 'many' }, undefined, /^PAYRUN_QUOTA_PER_MINUTE: .*number/],
    [{ PAYRUN_QUOTA_PER_ADDRESS: '1.5' }, undefined, 'PAYRUN_QUOTA_PER_ADDRESS: must be a whole number'],
    [{ PAYRUN_QUOTA_WINDOW_MS: '99' }, undefined, 'PAYRUN_QUOTA_WINDOW_MS: must be at least 100'],
    [{ PAYRUN_VAULT_KEY: 'c2hvcnQ=' }, undefined, /^PAYRUN_VAULT_KEY: must be 32 bytes in base64$/],
    [{ PAYRUN_VAULT_KEY: '!' }, undefined, /^PAYRUN_VAULT_KEY: must be 32 bytes in base64$/],
    [
      { PAYRUN_LOG_LEVEL: 'loud' },
      undefined,
      'PAYRUN_LOG_LEVEL: must be trace, debug, info, warn, error, fatal or silent',
    ],
    [{ PAYRUN_MERCHANT_COUNTRY: 'Germany' }, undefined, /^PAYRUN_MERCHANT_COUNTRY: must be a country code$/],
    [{ PAYRUN_BATCH_LIMIT: '0' }, undefined, 'PAYRUN_BATCH_LIMIT: must be at least 1'],
    [{ PAYRUN_SETTLE_WAIT_MS: 'soon' }, undefined, /^PAYRUN_SETTLE_WAIT_MS: .*number/],
    [{ PAYRUN_SETTLE_POLL_MS: '1' }, undefined, 'PAYRUN_SETTLE_POLL_MS: must be at least 10'],
    [{ PAYRUN_SANDBOX_SETTLE_MS: '-5' }, undefined, 'PAYRUN_SANDBOX_SETTLE_MS: must be at least 0'],
    [{ PAYRUN_CALL_TIMEOUT_MS: '1' }, undefined, 'PAYRUN_CALL_TIMEOUT_MS: must be at least 100'],
    [
      {},
      { routeMinimums: { wire: { EUR: 50_000 } } },
      'routeMinimums.wire.EUR in payrun.config.json: must be an amount in quotes, like "50000.00"',
    ],
    [
      {},
      { routeMinimums: { wire: { EUR: '50,000' } } },
      'routeMinimums.wire.EUR in payrun.config.json: must be an amount in quotes, like "50000.00"',
    ],
    [
      {},
      { routeMinimums: { wire: { euro: '5' } } },
      'routeMinimums.wire.euro in payrun.config.json: must be a currency code',
    ],
    [
      {},
      { onboarding: { script: 'http://cdn.example/a.js' } },
      'onboarding.script in payrun.config.json: must begin with https://, or be of this machine',
    ],
    [{ PAYRUN_PUBLIC_URL: 'http://pay.example.com' }, {}, /^PAYRUN_PUBLIC_URL: must begin with https/],
    [{ PAYRUN_SERVICE_URL: 'http://api.example.com' }, {}, /^PAYRUN_SERVICE_URL: must begin with https/],
    [{ PAYRUN_METRICS_TOKEN: 'short' }, {}, /^PAYRUN_METRICS_TOKEN: must have 16/],
    [{ PAYRUN_SMTP_URL: 'mail.example.com' }, {}, /^PAYRUN_SMTP_URL: must begin with smtp/],
    [
      {},
      { notifications: { to: { default: ['nobody'] } } },
      'notifications.to.default[0] in payrun.config.json: must be an email address',
    ],
    [{}, { notifications: { to: { finishd: [] } } }, 'notifications.to in payrun.config.json: does not know "finishd"'],
    [
      {},
      { notifications: { expect: [{ by: '9 o clock' }] } },
      'notifications.expect[0].by in payrun.config.json: must be a time and a time zone, like "09:00 Europe/Berlin"',
    ],
    [
      {},
      { notifications: { expect: [{ by: '09:00 Europe/Berln' }] } },
      'notifications.expect[0].by in payrun.config.json: must be a time and a time zone, like "09:00 Europe/Berlin"',
    ],
    [
      {},
      { notifications: { expect: [{ by: '09:00 UTC', days: 'mon-fry' }] } },
      'notifications.expect[0].days in payrun.config.json: must be days, like "mon-fri" or "mon,thu"',
    ],
    [
      {},
      { notifications: { webhook: 'http://hooks.example.com' } },
      'notifications.webhook in payrun.config.json: must begin with https://, or be of this machine',
    ],
    [
      {},
      { onboarding: { script: 'http://127.0.0.1.evil.example/a.js' } },
      'onboarding.script in payrun.config.json: must begin with https://, or be of this machine',
    ],
    [
      {},
      { onboarding: { tag: 'img src=x' } },
      'onboarding.tag in payrun.config.json: must be the tag of a component, like "onboarding-frame"',
    ],
    [
      {},
      { onboarding: { tag: 'script' } },
      'onboarding.tag in payrun.config.json: must be the tag of a component, like "onboarding-frame"',
    ],
    [
      {},
      { onboarding: { eventPrefix: 'a b' } },
      'onboarding.eventPrefix in payrun.config.json: must be the text before the colon of its events',
    ],
    [
      {},
      { onboarding: { templates: { Germany: 'tmpl_1' } } },
      'onboarding.templates.Germany in payrun.config.json: must be a country code or "default"',
    ],
    [
      {},
      { onboarding: { frames: ['http://verify.example'] } },
      'onboarding.frames[0] in payrun.config.json: must begin with https://, or be of this machine',
    ],
    [{}, { columns: { Konto: 5 } }, 'columns.Konto in payrun.config.json: must be text in quotes'],
    [
      {},
      { schedule: [{ job: 'nightly', cron: '0 25 * * *' }] },
      /^schedule\[0\]\.cron in .*: "0 25 \* \* \*" does not/,
    ],
    [
      {},
      { schedule: [{ job: 'nightly', cron: '0 0 2 * * *' }] },
      /^schedule\[0\]\.cron in .*: .* has 6 fields instead of five: write /,
    ],
    [
      {},
      { schedule: [{ job: 'a', cron: '@daily', timeZone: 'Mars' }] },
      'schedule[0].timeZone in payrun.config.json: there is no time zone "Mars": write it like Europe/Berlin or UTC',
    ],
    [{}, { schedule: [{ cron: '@daily' }] }, 'schedule[0].job in payrun.config.json: is missing'],
    [
      {},
      { schedule: [{ job: 'a', cron: '@daily', catchup: true }] },
      'schedule[0] in payrun.config.json: does not know "catchup"',
    ],
    [{ PAYRUN_TIME_ZONE: 'Europe/Berln' }, undefined, /^PAYRUN_TIME_ZONE: there is no time zone "Europe\/Berln"/],
    [
      { PAYRUN_CUT_OFF: '16:00' },
      undefined,
      'PAYRUN_CUT_OFF: must be a time and a time zone, like "09:00 Europe/Berlin"',
    ],
    [{}, { notifications: { to: 'me' } }, 'notifications.to in payrun.config.json: must be an object: {...}'],
    [{}, { columns: [] }, 'columns in payrun.config.json: must be an object: {...}'],
    [{}, { zzz: 5 }, 'payrun.config.json has an unknown setting "zzz"'],
    [{}, { batchlimit: 5 }, 'payrun.config.json has an unknown setting "batchlimit" (did you mean "batchLimit"?)'],
    [{}, '{"batchLimit": 5,', /^\/.*payrun\.config\.json is not valid JSON \(.+\)$/],
    [{}, '[]', /^\/.*payrun\.config\.json must hold one JSON object$/],
    [{}, 'null', /^\/.*payrun\.config\.json must hold one JSON object$/],
  ];
  it.each(CASES)('G5: in %j with the file %j is one clause', (env, file, clause) => {
    expect(mistakes(env, file)).toEqual([typeof clause === 'string' ? clause : expect.stringMatching(clause)]);
  });

  it('is reported together with all others', () => {
    const env = { PAYRUN_BATCH_LIMIT: '0', PAYRUN_LOG_LEVEL: 'loud' };
    expect(mistakes(env, { home: 5, tpyo: true })).toEqual([
      expect.stringContaining('unknown setting "tpyo"'),
      expect.stringContaining('home in '),
      expect.stringContaining('PAYRUN_LOG_LEVEL'),
      expect.stringContaining('PAYRUN_BATCH_LIMIT'),
    ]);
  });

  it('does not repeat a key', () => {
    expect(mistakes({ PAYRUN_VAULT_KEY: 'SECRETSECRET', DATABASE_URL: 'mysql://me:SECRET@db' }).join()).not.toContain(
      'SECRET',
    );
  });
});

describe('production', () => {
  it('without the URL of a service is refused: no money would move, and no one would notice', () => {
    const production = { PAYRUN_ENVIRONMENT: 'production' };
    expect(() => load(production)).toThrow(new PayrunError('service_url_required'));
    expect(() => load({}, { environment: 'production' })).toThrow(new PayrunError('service_url_required'));
    const { config } = load({ ...production, PAYRUN_SERVICE_URL: 'https://one.example' });
    expect(config).toMatchObject({ environment: 'production', embeddedService: false });
  });
  it('is never the embedded sandbox, which is used if no service is named', () => {
    expect(load({}).config).toMatchObject({ environment: 'sandbox', embeddedService: true });
  });
});

describe('a payout service', () => {
  it('without its environment is refused: the keys decide whether money moves', () => {
    const service = { PAYRUN_SERVICE_URL: 'https://one.example' };
    expect(() => load(service)).toThrow(new PayrunError('environment_required'));
    expect(() => load({}, { serviceUrl: 'https://one.example' })).toThrow(new PayrunError('environment_required'));
    expect(load(service, { environment: 'sandbox' }).config).toMatchObject({ embeddedService: false });
  });
});

describe('a variable that is no setting', () => {
  it.each([
    ['PAYRUN_ENVIROMENT', ' (did you mean "PAYRUN_ENVIRONMENT"?)'],
    ['PAYRUN_SECRET_KEY_FIEL', ' (did you mean "PAYRUN_SECRET_KEY_FILE"?)'],
    ['PAYRUN_APPROVERS_LIST', ''],
  ])('%s is named', (name, meant) => {
    const known = {
      PAYRUN_CONFIG: '/',
      PAYRUN_VAULT_KEY_FILE: '/k',
      PAYRUN_HOME: '/',
      PAYRUN_TEST_RUNS: '1',
      PATH: '/',
    };
    expect(unknownVariables({ ...known, [name]: 'x' })).toEqual([
      `${name} is not a setting${meant}. It has no effect.`,
    ]);
  });
});

describe('the environment', () => {
  it.each([
    [{}, false],
    [{ NO_COLOR: '' }, true],
    [{ CI: 'true' }, true],
  ])('%j makes output plain: %s', (env, plain) => {
    expect(load(env).config.plain).toBe(plain);
  });
  it('has a secret in the variable that a command names; otherwise the command says so', () => {
    expect(secretFrom('KEY', { KEY: ' s3cret\n' })).toBe('s3cret');
    for (const env of [{}, { KEY: ' ' }])
      expect(() => secretFrom('KEY', env)).toThrow('The environment variable KEY is not set.');
  });
});

describe('the configuration of a folder above', () => {
  it('counts, and its paths are relative to its own folder', () => {
    const { folder } = load({}, { home: 'ledger', batchLimit: 3 });
    const below = join(folder, 'june', 'first');
    mkdirSync(below, { recursive: true });
    expect(loadConfig({}, below)).toMatchObject({ batchLimit: 3, home: join(folder, 'ledger') });
    expect(loadConfig({ PAYRUN_HOME: 'mine' }, below).home).toBe(join(below, 'mine'));
  });

  it('does not count if a nearer one exists', () => {
    const { folder } = load({}, { batchLimit: 3 });
    const below = join(folder, 'june');
    mkdirSync(below);
    writeFileSync(join(below, CONFIG_FILE), '{"returnDays": 9}');
    expect(loadConfig({}, below)).toMatchObject({ batchLimit: 100_000, returnDays: 9 });
  });

  it('does not count if another account owns it, because it could name jobs to run', () => {
    const { folder } = load({}, {});
    const below = join(folder, 'june');
    mkdirSync(below);
    const stranger = 4_242;
    const owner = statSync(folder).uid;
    expect(findConfigFile(CONFIG_FILE, below, owner)).toBe(join(folder, CONFIG_FILE));
    expect(findConfigFile(CONFIG_FILE, below, stranger)).toBe(owner === 0 ? join(folder, CONFIG_FILE) : null);
    expect(findConfigFile(CONFIG_FILE, folder, stranger)).toBe(join(folder, CONFIG_FILE));
  });

  it('is not searched for if PAYRUN_CONFIG names a file, or a folder that may have one', () => {
    const { folder } = load({}, { batchLimit: 3, inbox: 'in' });
    const elsewhere = mkdtempSync(join(tmpdir(), 'payrun-config-'));
    folders.push(elsewhere);
    writeFileSync(join(elsewhere, CONFIG_FILE), '{"batchLimit": 9}');
    const named = (path: string) => loadConfig({ PAYRUN_CONFIG: path }, elsewhere);
    expect(named(join(folder, CONFIG_FILE))).toMatchObject({ batchLimit: 3, inbox: join(folder, 'in') });
    expect(named(folder).batchLimit).toBe(3);
    mkdirSync(join(folder, 'none'));
    expect(named(join(folder, 'none')).batchLimit).toBe(100_000);
    expect(() => named(join(folder, 'gone.json'))).toThrow(/gone\.json cannot be read \(ENOENT\)/);
  });
});
