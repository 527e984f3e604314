import { CONFIG_FILE, settingSource } from '../../../config.ts';
import type { AppContext } from '../../../engine/context/app-context.ts';
import type { ProcessConfig } from '../../../money-rules.ts';
import { settingLines } from '../../../settings/setting-table.ts';
import { html } from '../../components/markup.ts';
import type { PageColumn } from '../../components/table.ts';

/** A setting with its effective value. */
interface SettingValue {
  readonly name: string;
  readonly what: string;
  readonly value: string;
  readonly from: string;
}

/**
 * Settings of this process that are shown; the rules in force have their own table. Contains no secrets, and no URL
 * that may contain a password.
 */
const SHOWN = [
  'quotaPerMinute',
  'quotaPerAddress',
  'batchLimit',
  'returnDays',
  'decimal',
  'encoding',
  'phoneCountries',
  'governmentIdCountries',
  'merchantCountry',
  'routeMinimums',
  'routeFees',
  'payTime',
  'cutOff',
  'retention',
  'loginCodes',
  'timeZone',
] as const satisfies readonly (keyof ProcessConfig)[];

/** The effective values and their sources: environment, file or default. */
export function settingValues({ proposed: config, perWindow, perAddress }: AppContext): readonly SettingValue[] {
  const lines = new Map(settingLines().map((line) => [line.name, line]));
  /** Values derived from other settings if they are not set. */
  const follows: Readonly<Record<string, unknown>> = { quotaPerMinute: perWindow, quotaPerAddress: perAddress };
  return SHOWN.map((name) => {
    const { env, summary } = lines.get(name)!;
    const source = settingSource(config, name);
    const from = { environment: env ?? '', file: CONFIG_FILE, both: `${env}, ${CONFIG_FILE}`, default: 'default' }[
      source
    ];
    return { name, what: summary.replaceAll('`', ''), value: written(config[name] ?? follows[name]), from };
  });
}

export const VALUE_COLUMNS: readonly PageColumn<SettingValue>[] = [
  { title: 'Setting', names: true, cell: ({ name }) => html`<code class="no-wrap">${name}</code>` },
  { title: 'Value', cell: ({ value }) => html`<span class="wrap">${value}</span>` },
  {
    title: 'From',
    cell: ({ from }) =>
      from === 'default' ? html`<span class="quiet">default</span>` : html`<code class="no-wrap">${from}</code>`,
  },
  { title: 'What it is', minor: true, cell: ({ what }) => html`<span class="quiet">${what}</span>` },
];

/** `{"perRun": {"EUR": "5000.00"}}` as `perRun: EUR 5000.00`; an empty value as a dash. */
function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (Array.isArray(value)) return value.map(written).join(', ') || '–';
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const text = written(one);
    return text === '–' ? [] : [typeof one === 'object' && one !== null ? `${name}: ${text}` : `${name} ${text}`];
  });
  return parts.join('; ') || '–';
}
