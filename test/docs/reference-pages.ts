import { COMMAND_GROUPS, COMMANDS } from '../../src/cli/command-table.ts';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { ERRORS } from '../../src/errors.ts';
import { MESSAGES } from '../../src/messages.ts';
import { defaultRules, MONEY_RULES, RULE_NAMES, ruleText, ruleValue, shownRule } from '../../src/money-rules.ts';
import { OUTCOMES } from '../../src/outcomes/run-outcome.ts';
import { PAYMENT_STATUS } from '../../src/outcomes/status-words.ts';
import { allCountryNeeds, type ColumnNeed, type CountryNeeds } from '../../src/rules/country-needs.ts';
import { rulesVersion } from '../../src/rules/rules-version.ts';
import { settingLines } from '../../src/settings/setting-table.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';
import type { PaymentState } from '../../src/states.ts';
import { createMetrics } from '../../src/web/metrics-registry.ts';
import { apiReference } from './api-reference.ts';
import { OBJECTS, STATUS_MEANINGS } from './glossary.ts';
import { JSON_DOCUMENTS } from './json-documents.ts';
import { code, markdownTable, prose } from './markdown.ts';
import { viewTables } from './view-tables.ts';

const paragraphs = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

function columns(): string {
  return paragraphs(
    '# Columns',
    'One row is one payment. Headers match without case, spaces, `_`, `-` and accents.',
    markdownTable(
      ['column', 'what it holds', 'example', 'also known as'],
      COLUMNS.map(({ name, summary, example, aliases }) => [code(name), prose(summary), example, aliases.join(', ')]),
    ),
  );
}

function commands(): string {
  return paragraphs(
    '# Commands',
    'Every command takes `--json` (one JSON document on standard output), `--quiet` (no progress), `--no-color` and `--help`, and ends with an\n[exit code](exit-codes.md).',
    ...COMMAND_GROUPS.map(({ name: group, purpose, commands: table }) =>
      markdownTable(
        [`${group}: ${purpose}`, 'does'],
        table.map(({ name, summary }) => [`[\`${name}\`](#payrun-${name.replaceAll(' ', '-')})`, prose(summary)]),
      ),
    ),
    ...COMMANDS.map(({ name, arguments: given, summary, options = [], examples }) =>
      paragraphs(
        `## payrun ${name}`,
        `\`payrun ${[name, given].filter(Boolean).join(' ')}\`: ${prose(summary)}.`,
        options.length === 0
          ? ''
          : markdownTable(
              ['option', 'does'],
              options.map((option) => [
                code(option.flags),
                prose(option.summary) + (option.choices ? ` (${option.choices.join(', ')})` : ''),
              ]),
            ),
        `\`\`\`sh\n${examples.map(([typed, does]) => `# ${does}\n${typed}`).join('\n')}\n\`\`\``,
      ),
    ),
  );
}

function settings(): string {
  return paragraphs(
    '# Settings',
    'The environment counts first, then the nearest `payrun.config.json` in the working folder or above it (above it only if you or the\nadministrator own it) or the file or folder that `PAYRUN_CONFIG` names, then the default. Relative paths in the file are relative to its folder. A variable that ends in `_FILE` names a file with the value, so that a secret need not be in the environment. How much is paid, and who has to approve it, is not set here: see\n[rules for payments](rules.md).',
    markdownTable(
      ['environment', 'in the file', 'what it is', 'default'],
      settingLines().map(({ name, env, secret, summary, otherwise }) => [
        secret ? `${code(env!)}, ${code(`${env}_FILE`)}` : code(env ?? ''),
        code(name),
        prose(summary),
        otherwise,
      ]),
    ),
  );
}

function rules(): string {
  const defaultOf = (environment: 'sandbox' | 'production', name: (typeof RULE_NAMES)[number]) =>
    shownRule(name, ruleText(ruleValue(defaultRules(environment), name)));
  return paragraphs(
    '# Payment rules',
    'They are in the ledger, and every process that pays from it obeys them. `payrun rules` shows them, and `payrun rules set NAME VALUE`, or an admin\nin Settings, changes them: [rules for payments](../rules.md).',
    markdownTable(
      ['rule', 'what it decides', 'value', 'default', 'in production'],
      RULE_NAMES.map((name) => [
        code(name),
        prose(MONEY_RULES[name].about),
        MONEY_RULES[name].form,
        defaultOf('sandbox', name),
        defaultOf('production', name),
      ]),
    ),
  );
}

function errors(): string {
  return paragraphs(
    '# Errors',
    'Words in *italics* stand for details. With `--json` an error is `{"error": {"code", "message", "next"}}`.',
    '## Errors that end a command',
    markdownTable(
      ['code', 'exit', 'what it says', 'what to do'],
      Object.entries(ERRORS).map(([name, { exit, sentence, next }]) => [
        code(name),
        String(exit),
        prose(sentence),
        prose(next),
      ]),
    ),
    '## Rows of a sheet',
    'An error keeps its row from being paid; a warning does not. The part of a code after a point is a variant.',
    markdownTable(
      ['code', 'severity', 'what it says'],
      Object.entries(MESSAGES).map(([name, { severity, text }]) => [code(name), severity, prose(text)]),
    ),
  );
}

function exitCodes(): string {
  return paragraphs(
    '# Exit codes',
    'Every command ends with one of these. `payrun reject` itself ends with 0 if the run is rejected.',
    markdownTable(
      ['exit code', 'what it means', 'what to do'],
      EXIT_CODES.map(({ code: exit, means, next }) => [String(exit), means, next]),
    ),
  );
}

const TRANSFERS: Readonly<Record<CountryNeeds['receives'], string>> = {
  yes: 'yes',
  restricted: 'restricted',
  never: 'none',
};

const needWords = ({ columns: needs }: CountryNeeds, need: ColumnNeed['need']) =>
  needs
    .filter((one) => one.need === need)
    .map(({ column, name }) => (name === '' ? column : `${column} (${name})`))
    .join(', ');

function countries(): string {
  return paragraphs(
    '# Rules by country',
    'What a bank transfer to each country needs, from the table by which sheets are checked. `payrun countries DE` says it with the form of each number,\nan example and the minimums.',
    `Rules ${rulesVersion()}.`,
    markdownTable(
      ['country', '', 'transfers', 'currency', 'required', 'optional', 'notes'],
      allCountryNeeds('US').map((country) => [
        country.country,
        country.name,
        TRANSFERS[country.receives],
        country.currency,
        needWords(country, 'required'),
        needWords(country, 'optional'),
        country.receives === 'yes' ? country.notes.join(' ') : '',
      ]),
    ),
  );
}

function metrics(): string {
  const own = createMetrics().registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly help: string;
    readonly labelNames?: readonly string[];
  }[];
  return paragraphs(
    '# Metrics',
    '`GET /metrics` of `payrun serve`, in the text format of Prometheus, beside those of the Node process. Labels never hold a merchant, a\nrecipient or an address.',
    markdownTable(
      ['metric', 'labels', 'what it is'],
      own
        .filter(({ name }) => name.startsWith('payrun_'))
        .map(({ name, labelNames, help }) => [code(name), (labelNames ?? []).join(', '), prose(help)]),
    ),
  );
}

async function views(): Promise<string> {
  return paragraphs(
    '# Database views',
    'For people with a BI tool. They outlive changes of the tables; everything else in the schema may change.',
    ...(await viewTables()).map(({ name, about, columns: described }) =>
      paragraphs(`## ${name}`, about, markdownTable(['column', 'type', 'what it holds'], described)),
    ),
    `\`\`\`sql
-- how much was paid per currency today
select source_currency, sum(paid_amount) from payrun.payment_status where state = 'processed' and final_at::date = current_date group by 1;
-- which rows failed, and why
select run, row, reference, reason from payrun.payment_status where state in ('failed', 'returned') order by run, row;
\`\`\``,
  );
}

function json(): string {
  return paragraphs(
    '# JSON documents',
    'With `--json` a command prints one document on standard output. Names are in `camelCase`; the keys of `counts` are codes of statuses. Ids and\namounts are text, times are ISO 8601 in UTC. Fields may be added, and are not renamed. A type with `?` may be null, a name with `?` may be missing.',
    ...JSON_DOCUMENTS.map(({ title, about, commands: printed, list, fields }) =>
      paragraphs(
        `## ${title}`,
        `${about} ${title === 'An error' ? 'Any command' : printed.map(code).join(', ')}${list === undefined ? '' : `, under \`${list}\``}.`,
        markdownTable(
          ['field', 'type', 'what it holds'],
          fields.map(([name, type, holds]) => [code(name), type, holds]),
        ),
      ),
    ),
  );
}

function glossary(): string {
  return paragraphs(
    '# Glossary',
    markdownTable(
      ['word', 'what it means'],
      OBJECTS.map(([word, meaning]) => [word, meaning]),
    ),
    '## Statuses of a payment',
    'On pages and in results; the code stands in JSON, SQL and metrics.',
    markdownTable(
      ['status', 'code', 'what it means'],
      (Object.keys(PAYMENT_STATUS) as PaymentState[]).map((state) => [
        PAYMENT_STATUS[state],
        code(state),
        STATUS_MEANINGS[state],
      ]),
    ),
    '## Statuses of a run',
    markdownTable(
      ['status', 'code', 'what it means'],
      Object.entries(OUTCOMES).map(([name, { label, next }]) => [label, code(name), next]),
    ),
  );
}

/** The pages of docs/reference by file name, each wholly printed from the tables of the code. */
export const REFERENCE_PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  api: apiReference,
  columns,
  commands,
  countries,
  errors,
  'exit-codes': exitCodes,
  glossary,
  metrics,
  rules,
  settings,
  json,
  views,
};
