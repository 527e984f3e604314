import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_FILE, loadConfig } from '../src/config.ts';
import {
  changes,
  describeDifference,
  differences,
  isLooser,
  proposedRules,
  RULE_NAMES,
  type RuleName,
  rulesOf,
  stricter,
} from '../src/money-rules.ts';
import type { OnInvalid } from '../src/settings/on-invalid.ts';
import { settingLines } from '../src/settings/setting-table.ts';

const SERVICE = { PAYRUN_SERVICE_URL: 'https://one.example' };

function configWith(file: object, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-rules-'));
  try {
    writeFileSync(join(folder, CONFIG_FILE), JSON.stringify({ environment: 'sandbox', ...file }));
    return loadConfig({ ...SERVICE, ...env }, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const DEFAULTS = rulesOf(configWith({}));

/** For every rule: a file that sets it and nothing else, and the two texts. */
const SET: Readonly<Record<RuleName, readonly [file: object, before: string, after: string]>> = {
  environment: [{ environment: 'production' }, 'sandbox', 'production'],
  'approval.policy': [{ approval: 'manual' }, 'auto', 'manual'],
  'approval.perPayment': [{ approval: { perPayment: { EUR: '10.00' } } }, 'none', 'EUR 10.00'],
  'approval.perRun': [{ approval: { perRun: { USD: '5', EUR: '10' } } }, 'none', 'EUR 10, USD 5'],
  'approval.two': [{ approval: { two: { EUR: '10.00' } } }, 'none', 'EUR 10.00'],
  onInvalid: [{ onInvalid: 'stop' }, 'skip', 'stop'],
  duplicateDays: [{ duplicateDays: 30 }, '7', '30'],
  duplicatesInSheet: [{ duplicatesInSheet: 'warn' }, 'hold', 'warn'],
  rateTolerance: [{ rateTolerance: 0.5 }, '1', '0.5'],
  enabledCountries: [{ enabledCountries: ['FR', 'DE'] }, 'none', 'DE, FR'],
  nightlyRerun: [
    { nightlyRerun: { reasons: ['bank is closed'] } },
    'days 7, reasons none, times 1',
    'days 7, reasons bank is closed, times 1',
  ],
};

it.each(RULE_NAMES)('the rule %s: a configuration that sets it proposes that, and nothing else', (rule) => {
  const [file, inForce, proposed] = SET[rule];
  const config = configWith(file);
  const found = differences(DEFAULTS, config);
  expect(found).toContainEqual({ rule, inForce, proposed });
  // A ledger of another environment takes all of its defaults.
  if (rule !== 'environment') expect(found).toHaveLength(1);
  expect(changes(DEFAULTS, proposedRules(DEFAULTS, config))).toEqual(found);
});

it.each(RULE_NAMES.filter((rule) => rule !== 'environment'))(
  'the rule %s: a configuration without it does not loosen it',
  (rule) => {
    const strict = rulesOf(configWith(SET[rule][0]));
    expect(differences(strict, configWith({}))).toEqual([]);
    expect(proposedRules(strict, configWith({}))).toEqual(strict);
  },
);

it('the environment of a process proposes only the policy, and the file the limits', () => {
  const inForce = rulesOf(configWith({ approval: { policy: 'auto', perRun: { EUR: '10' }, two: { EUR: '20' } } }));
  const config = configWith({ approval: { policy: 'auto', two: { EUR: '30' } } }, { PAYRUN_APPROVAL: 'manual' });
  expect(differences(inForce, config).map(({ rule, proposed }) => [rule, proposed])).toEqual([
    ['approval.policy', 'manual'],
    ['approval.two', 'EUR 30'],
  ]);
  expect(config.given).toMatchObject({ 'approval.policy': 'environment', 'approval.two': 'file' });
});

it('no rule of the sandbox stays in a ledger that moves to production', () => {
  const sandbox = rulesOf(configWith({ approval: 'auto', duplicateDays: 0 }));
  expect(proposedRules(sandbox, configWith({ environment: 'production' }))).toMatchObject({
    environment: 'production',
    approval: { policy: 'manual' },
    duplicateDays: 7,
  });
});

it.each<[asked: OnInvalid, rule: OnInvalid, looser: boolean]>([
  ['skip', 'stop', true],
  ['skip', '100%', true],
  ['5%', 'stop', true],
  ['5.01%', '5%', true],
  ['5%', '5%', false],
  ['stop', 'skip', false],
  ['0%', 'stop', false],
])('of %s asked for under %s: looser is %s', (asked, onInvalid, looser) => {
  expect(isLooser(asked, { onInvalid })).toBe(looser);
  expect(stricter(asked, { onInvalid })).toBe(looser ? onInvalid : asked);
});

/** Settings of a process. None of them lets more money go: see each reason. */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  databaseUrl: 'which ledger',
  home: 'which ledger',
  serviceUrl: 'which service',
  accessKey: 'a key',
  secretKey: 'a key',
  vaultKey: 'a key',
  quotaPerMinute: 'speed',
  quotaPerAddress: 'speed',
  quotaAddress: 'speed',
  quotaWindowMs: 'speed',
  outageWaitMs: 'speed',
  callTimeoutMs: 'speed',
  settleWaitMs: 'speed',
  settlePollMs: 'speed',
  webhooks: 'how outcomes are learned',
  webhookSilenceMs: 'how outcomes are learned',
  webhookToleranceMs: 'how outcomes are learned',
  returnDays: 'how outcomes are learned',
  sandboxSettleMs: 'the sandbox',
  logLevel: 'what is shown',
  merchantCountry: 'of a merchant that is added; then the ledger has it',
  payTime: 'the hour of a day that the run has; then the ledger has it',
  journal: 'how a file for another program is written',
  cutOff: 'a warning',
  ownAccounts: 'a net for wrong columns; it only refuses',
  routeMinimums: 'the service refuses less anyway',
  batchLimit: 'how a run is split; limits count the run',
  retention: 'what is kept',
  decimal: 'how a sheet is read; kept with the run',
  encoding: 'how a sheet is read; kept with the run',
  columns: 'how a sheet is read; shown before anything is paid',
  sheetFormats: 'how a sheet is read; shown before anything is paid',
  onboarding: 'pages',
  publicUrl: 'pages',
  metricsToken: 'pages',
  trustedProxies: 'pages',
  loginCodes: 'who logs in',
  oidc: 'who logs in',
  oidcClientSecret: 'who logs in',
  notifications: 'who is told',
  smtpUrl: 'who is told',
  notificationKey: 'who is told',
  timeZone: 'what runs when',
  jobsFolder: 'what runs when',
  schedule: 'what runs when',
  inbox: 'where sheets come from',
  inboxSettleMs: 'where sheets come from',
  inboxPollMs: 'where sheets come from',
  inboxMarker: 'where sheets come from',
  inboxMaker: 'where sheets come from',
};

it('every setting is a rule of the ledger, or of the process for a reason', () => {
  const rules = new Set(RULE_NAMES.map((name) => name.split('.')[0]!));
  const settings = settingLines().map(({ name }) => name);
  // A new setting that decides whether money goes belongs into src/money-rules.ts.
  expect([...rules, ...Object.keys(OF_THE_PROCESS)].toSorted()).toEqual(settings.toSorted());
});

it('rules without a limit are shown as off, and no list of countries as all', () => {
  const told = ([rule, text]: [RuleName, string]) => describeDifference({ rule, inForce: text, proposed: '1' });
  expect(told(['approval.two', 'none'])).toContain('in force say off,');
  expect(told(['nightlyRerun', 'days 7, reasons none, times 1'])).toContain('in force say off,');
  expect(told(['enabledCountries', 'none'])).toContain('in force say all supported,');
});
