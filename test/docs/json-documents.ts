import { CHECKED_FIELDS } from '../../src/lists/documents/check-schema.ts';
import type { FieldsOfSchema, JsonSchema } from '../../src/lists/documents/json-schema.ts';
import { PAYMENT_FIELDS } from '../../src/lists/documents/payment-schema.ts';
import { LISTED_RUN, RUN_OUTCOME } from '../../src/lists/documents/run-schema.ts';

/** A document that a command prints with `--json`. */
export interface JsonDocument {
  readonly title: string;
  readonly about: string;
  /** The commands that print it. */
  readonly commands: readonly string[];
  /** Where its fields are, if they are those of each item of a list. */
  readonly list?: string;
  /** Name, type and meaning of each field. A type that ends with "?" may be null; a name that does may be missing. */
  readonly fields: readonly (readonly [name: string, type: string, holds: string])[];
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', integer: 'number', array: 'list' };

/** The type of a value in one word, with `?` if it can be null. */
export function typeInWords(schema: JsonSchema): string {
  const { type, anyOf = [] } = schema as { type?: string | readonly string[]; anyOf?: readonly JsonSchema[] };
  if (typeof type === 'string') return WORDS[type] ?? type;
  if (type !== undefined) return `${typeInWords({ type: type[0] })}?`;
  return `${typeInWords(anyOf[0]!)}?`;
}

const fieldsOf = (fields: FieldsOfSchema): JsonDocument['fields'] =>
  Object.entries(fields).map(([name, [schema, holds]]) => [name, typeInWords(schema), holds]);

export const JSON_DOCUMENTS: readonly JsonDocument[] = [
  {
    title: 'A payment run',
    about: 'The outcome of a run; `payrun rerun` prints the same.',
    commands: ['payrun pay FILE', 'payrun resume RUN'],
    fields: [...fieldsOf(RUN_OUTCOME), ['ledger', 'text', 'the database that has the run']],
  },
  {
    title: 'Runs',
    about: 'The last runs, newest first. `more` says whether there are others.',
    commands: ['payrun runs'],
    list: 'runs',
    fields: fieldsOf(LISTED_RUN),
  },
  {
    title: 'Payments',
    about: 'Payments, those of the last run first. `more` says whether others fit too.',
    commands: ['payrun payments'],
    list: 'payments',
    fields: fieldsOf(PAYMENT_FIELDS),
  },
  {
    title: 'A checked file',
    about: 'What is wrong with a file, without a call.',
    commands: ['payrun check FILE'],
    fields: [...fieldsOf(CHECKED_FIELDS), ['checked', 'text?', 'the path of the workbook that was written']],
  },
  {
    title: 'The columns of a file',
    about: 'What each column was understood as.',
    commands: ['payrun map FILE'],
    fields: [
      ['file', 'text', 'the file'],
      ['source', 'text?', 'the program that made the file, if it is known'],
      ['columns', 'list', 'each column: `header`, `column` (null without a proposal), `sure`, `by`, `example`'],
      ['written', 'text?', 'where the columns were saved'],
    ],
  },
  {
    title: 'An error',
    about: 'Instead of any other document, if the command could not do its work.',
    commands: ['payrun pay MISSING'],
    list: 'error',
    fields: [
      ['code', 'text', 'a stable code: see [errors](errors.md)'],
      ['message', 'text', 'what happened'],
      ['next', 'text', 'what to do next'],
    ],
  },
];
