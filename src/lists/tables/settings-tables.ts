import type { RulesVersion } from '../../engine/context/money-rules.ts';
import type { UnknownOfMerchant } from '../../engine/review/adopt.ts';
import type { Origin } from '../../ledger/batches/unknown-batches.ts';
import { MONEY_RULES, type MoneyRules, type RuleName, ruleText, ruleValue, shownRule } from '../../money-rules.ts';
import { aboutRule, changeWords, ruleWords } from '../../references/rule-words.ts';
import { as, type Value } from '../../references/value.ts';
import { type Door, defineTable, type TableOf } from '../list.ts';

const PAGE: readonly Door[] = ['page'];
const TERMINAL: readonly Door[] = ['terminal'];

/** The rules for payments with their values; a terminal shows them as typed. */
export function rulesTable(rules: MoneyRules, isInForce: boolean): TableOf<RuleName> {
  const textOf = (name: RuleName) => ruleText(ruleValue(rules, name));
  return defineTable('Payment rules', [
    { name: 'label', title: 'Rule', names: true, doors: PAGE, value: (name) => MONEY_RULES[name].label },
    { name: 'name', title: 'Name', under: 'label', doors: PAGE, value: (name) => as.code(name) },
    { name: 'name', title: 'Rule', doors: TERMINAL, value: (name) => name },
    { name: 'value', title: 'Value', doors: PAGE, value: (name) => ruleWords(name, textOf(name)) },
    {
      ...{ name: 'value', title: isInForce ? 'In force' : 'Default', doors: TERMINAL },
      value: (name) => shownRule(name, textOf(name)),
    },
    { name: 'about', title: 'Description', minor: true, doors: PAGE, value: (name) => as.quiet(aboutRule(name)) },
  ]);
}

/** The versions of the rules, newest first. */
export const rulesHistoryTable = defineTable<RulesVersion>('Rule history', [
  { name: 'version', title: 'Version', names: true, value: ({ version }) => String(version) },
  { name: 'at', title: 'When', value: ({ at }) => as.time(at) },
  { name: 'by', title: 'By', value: ({ by }) => by },
  {
    ...{ name: 'changed', title: 'Changed', wide: true },
    value: ({ changed }) => as.joined(changed.map(changeWords), '; ') ?? 'Initial rules',
  },
]);

/** A setting of this process with its effective value. */
export interface SettingValue {
  readonly name: string;
  readonly label: string;
  readonly about: string;
  readonly value: string;
  readonly from: string;
}

export const settingsTable = defineTable<SettingValue>('Settings and where they come from', [
  { name: 'label', title: 'Setting', names: true, value: ({ label }) => label },
  { name: 'name', title: 'Name', under: 'label', value: ({ name }) => as.code(name) },
  { name: 'value', title: 'Value', value: ({ value }) => value },
  { name: 'from', title: 'From', value: ({ from }) => (from === 'default' ? as.quiet(from) : as.code(from)) },
  { name: 'about', title: 'Description', minor: true, value: ({ about }) => as.quiet(about) },
]);

type UnknownBatch = UnknownOfMerchant['batches'][number] & { readonly merchant: string };

/** The creator of an unknown batch. */
const MADE_BY_WHOM: Readonly<Record<Origin, string>> = {
  own: 'this ledger before a restore, or a copy of this ledger',
  other: 'another installation',
  unsaid: 'not known: its tags name no ledger',
  unreadable: 'unknown: the batch cannot be read',
};

export const batchesNotKnown = defineTable<UnknownBatch>('Unknown batches', [
  { name: 'batch', title: 'Batch', names: true, value: ({ id }) => as.whole(id) },
  { name: 'merchant', title: 'Merchant', value: ({ merchant }) => merchant },
  { name: 'status', title: 'Status in the service', value: ({ status }) => status.replaceAll('_', ' ') },
  { name: 'payments', title: 'Payments', value: ({ totalPayments }) => as.count(totalPayments) },
  { name: 'currency', title: 'Currency', value: ({ currency }) => currency },
  { name: 'created', title: 'Created', value: ({ createdAt }) => timeOf(createdAt) },
  {
    ...{ name: 'origin', title: 'Created by', wide: true },
    value: ({ origin, ledger }) =>
      as.joined([MADE_BY_WHOM[origin], origin === 'other' && ledger ? as.quiet(`(ledger ${ledger})`) : null], ' '),
  },
]);

function timeOf(text: string | null): Value {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : as.time(new Date(at));
}
