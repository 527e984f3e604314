import { columnLetters } from '../column-letters.ts';
import type { TemplatePlan } from './template-plan.ts';

/**
 * A conditional formatting formula that is true if a required cell of the column is empty. It is written for row 2 and
 * applies to each row.
 */
export interface TemplateRule {
  readonly column: string;
  readonly need: 'required' | 'advised';
  readonly formula: string;
}

/** Columns that every payment requires. */
const ALWAYS = ['amount', 'currency'];
const OF_RECIPIENT = ['type', 'email', 'country'];
const OF_BANK: ReadonlySet<string> = new Set(['accountNum', 'branchId', 'bankId']);

/** The rules that color missing cells. An empty row has none; a known recipient needs only referenceId. */
export function templateRules(names: readonly string[], { guided }: TemplatePlan): readonly TemplateRule[] {
  const cell = (name: string) => `$${columnLetters(names.indexOf(name))}2`;
  const range = (from: string, to: string) => `${cell(from)}:${cell(to)}`;
  const empty = (name: string) => `LEN(${cell(name)})=0`;
  const used = `COUNTA(${range(names[0]!, names.at(-1)!)})>0`;
  const described = `OR(${empty('referenceId')},COUNTA(${range('type', names.at(-1)!)})>0)`;
  const byBank = `OR(${empty('payoutMethod')},${cell('payoutMethod')}="bank-transfer")`;
  const needs = (name: string, list: string) => `ISNUMBER(MATCH(${cell('country')}&"/${name}",${list},0))`;
  const noIban = `OR(${names.includes('iban') ? empty('iban') : 'TRUE'},ISNA(MATCH(${cell('country')},payrun_iban,0)))`;
  const rule = (column: string, conditions: readonly string[], need: TemplateRule['need'] = 'required') => ({
    column,
    need,
    formula: `AND(${[used, empty(column), ...conditions].join(',')})`,
  });
  return [
    ...ALWAYS.map((column) => rule(column, [])),
    ...OF_RECIPIENT.map((column) => rule(column, [described])),
    rule('name', [described, `${cell('type')}="business"`]),
    ...['firstName', 'lastName'].map((column) => rule(column, [described, `${cell('type')}<>"business"`])),
    ...guided.flatMap((column) => {
      const instead = OF_BANK.has(column) ? [noIban] : [];
      return [
        rule(column, [described, byBank, ...instead, needs(column, 'payrun_required')]),
        rule(column, [described, byBank, ...instead, needs(column, 'payrun_advised')], 'advised'),
      ];
    }),
  ];
}
