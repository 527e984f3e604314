import { expect, it } from 'vitest';
import {
  changedRules,
  defaultRules,
  isLooser,
  MONEY_RULES,
  moneyRule,
  RULE_NAMES,
  type RuleName,
  ruleText,
  ruleValue,
  shownRule,
  stricter,
  withRuleValue,
} from '../src/money-rules.ts';
import type { OnInvalid } from '../src/settings/on-invalid.ts';
import { settingLines } from '../src/settings/setting-table.ts';
import { testRules, textsOf } from './support/test-rules.ts';

/** For every rule: what people write, how it is shown, and what is refused. */
const WRITTEN: Readonly<
  Record<RuleName, { readonly valid: Readonly<Record<string, string>>; readonly refused: readonly string[] }>
> = {
  environment: { valid: { production: 'production' }, refused: ['live', ''] },
  'approval.policy': { valid: { manual: 'manual', auto: 'auto' }, refused: ['maybe', '', 'Manual'] },
  'approval.perPayment': {
    valid: { 'EUR=10.00': 'EUR 10.00', 'EUR 10.00': 'EUR 10.00', 'JPY=0': 'JPY 0', '': 'none', none: 'none' },
    refused: ['10', 'EUR', 'EUR=ten', 'eur=5', 'EUR=10,00', 'EUR=50,000.00', 'JPY=1.5', 'EUR=1.005', 'EUR=1 EUR=2'],
  },
  'approval.perRun': {
    valid: { 'USD=5 EUR=10': 'EUR 10, USD 5', 'USD=5,EUR=10': 'EUR 10, USD 5', 'USD 5, EUR 10': 'EUR 10, USD 5' },
    refused: ['EUR=10 USD', 'EUR=-1', 'EUR=1.'],
  },
  'approval.two': { valid: { 'EUR=10.00': 'EUR 10.00' }, refused: ['all'] },
  onInvalid: { valid: { stop: 'stop', '5': '5%', '2.5%': '2.5%' }, refused: ['perhaps', '101%', ''] },
  duplicateDays: { valid: { '0': '0', '30': '30' }, refused: ['-1', '3651', '1.5', 'week', ''] },
  duplicatesInSheet: { valid: { warn: 'warn' }, refused: ['skip'] },
  rateTolerance: { valid: { '0.5': '0.5', '100': '100' }, refused: ['101', '1%', '-1', ''] },
  enabledCountries: { valid: { 'FR DE': 'DE, FR', 'FR,DE': 'DE, FR', none: 'none' }, refused: ['Germany', 'de'] },
  'nightlyRerun.reasons': {
    valid: { 'bank is closed': 'bank is closed', 'no such account; bank is closed': 'bank is closed, no such account' },
    refused: ['no', 'bank is closed,'],
  },
  'nightlyRerun.times': { valid: { '2': '2' }, refused: ['0', '11'] },
  'nightlyRerun.days': { valid: { '90': '90' }, refused: ['0', '91'] },
};

it.each(RULE_NAMES)('the rule %s is read as people write it, and no other rule changes', (rule) => {
  const { valid, refused } = WRITTEN[rule];
  const { read, form } = moneyRule(rule);
  for (const [text, shown] of Object.entries(valid)) {
    const value = read(text);
    expect([text, ruleText(value)]).toEqual([text, shown]);
    // What is shown can be written again.
    expect([text, ruleText(read(shown))]).toEqual([text, shown]);
    for (const environment of ['sandbox', 'production'] as const) {
      const before = defaultRules(environment);
      const was = ruleText(ruleValue(before, rule));
      const change = was === shown ? [] : [{ rule, before: was, after: shown }];
      expect(changedRules(before, withRuleValue(before, rule, value))).toEqual(change);
    }
  }
  for (const text of refused) expect([text, read(text)]).toEqual([text, null]);
  expect(form).toMatch(/^[a-z]/);
});

it.each(['sandbox', 'production'] as const)('the defaults of %s can be written as they are shown', (environment) => {
  const rules = defaultRules(environment);
  expect(testRules(textsOf(rules), environment)).toEqual(rules);
  expect(rules.approval.policy).toBe(environment === 'production' ? 'manual' : 'auto');
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

it('no rule for payments is a setting, and every setting is of the process for a reason', () => {
  const groups = new Set(RULE_NAMES.map((name) => name.split('.')[0]!));
  const settings = settingLines().map(({ name }) => name);
  // A process says to which environment it belongs, and pays from a ledger of that environment only.
  expect(settings.filter((name) => groups.has(name))).toEqual(['environment']);
  // A new setting that decides whether money goes belongs into src/money-rules.ts.
  expect(['environment', ...Object.keys(OF_THE_PROCESS)].toSorted()).toEqual(settings.toSorted());
});

it('rules without a limit are shown as off, and no list of countries as all', () => {
  expect(shownRule('approval.two', 'none')).toBe('off');
  expect(shownRule('nightlyRerun.reasons', 'none')).toBe('off');
  expect(shownRule('enabledCountries', 'none')).toBe('all supported');
  expect(shownRule('onInvalid', 'skip')).toBe('skip');
  expect(Object.keys(MONEY_RULES)).toEqual(Object.keys(WRITTEN));
});
