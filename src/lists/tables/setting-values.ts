import { CONFIG_FILE, type Config } from '../../config.ts';
import type { AppContext } from '../../engine/context/app-context.ts';
import { capitalized } from '../../platform/capitalize.ts';
import { countryWord } from '../../references/country-word.ts';
import { settingLines } from '../../settings/setting-table.ts';
import type { SettingValue } from './settings-tables.ts';

interface SettingText {
  readonly label: string;
  readonly about: string;
  /** The default. */
  readonly unset?: string;
  /** The text for a value. */
  readonly words?: (value: string) => string;
}

/**
 * Settings of this process that are shown; the rules in force have their own table. Contains no secrets, and no URL
 * that may contain a password.
 */
const SHOWN = {
  timeZone: {
    label: 'Business time zone',
    about: 'Sets when days and months begin in reports, statements and the journal, and when pay dates fall.',
  },
  loginCodes: {
    label: 'Two-factor authentication',
    about: 'For users who log in with a password.',
    words: capitalized,
  },
  payTime: {
    label: 'Pay time',
    about: 'Time of day at which runs with a pay date are sent.',
    unset: '09:00 in the business time zone',
  },
  cutOff: { label: 'Cut-off', about: 'A run that cannot be sent in time gets a warning.', unset: 'None' },
  quotaPerMinute: { label: 'Rate limit per merchant', about: 'API calls per window.' },
  quotaPerAddress: { label: 'Rate limit per machine', about: 'API calls per window, for all merchants.' },
  batchLimit: { label: 'Batch size', about: 'Maximum number of payments in a batch.' },
  returnDays: { label: 'Days to check for returns', about: 'Days after a payment; 0 turns off the check.' },
  decimal: {
    label: 'Decimal separator',
    about: 'For amounts in CSV files.',
    unset: 'Detected in each file',
    words: capitalized,
  },
  encoding: { label: 'Encoding', about: 'For non-Unicode CSV files.', unset: 'Detected; Payrun asks if unsure' },
  merchantCountry: {
    label: 'Merchant country',
    about: 'Determines the minimum amount for each route (country, currency and payout method).',
    words: countryWord,
  },
  routeMinimums: {
    label: 'Route minimums',
    about: 'Set these if you agreed on other minimums with the payout service.',
    unset: 'Set by the payout service',
  },
  retention: { label: 'Retention', about: 'Days until stored data is purged.', unset: 'Nothing is purged' },
} as const satisfies { readonly [name in keyof Config]?: SettingText };

const NAMES = Object.keys(SHOWN) as readonly (keyof typeof SHOWN)[];

/** The effective values and their sources: environment, file or default. */
export function settingValues({ config, perWindow, perAddress }: AppContext): readonly SettingValue[] {
  const envOf = new Map(settingLines().map(({ name, env }) => [name, env]));
  /** Values derived from other settings if they are not set. */
  const follows: Readonly<Record<string, unknown>> = { quotaPerMinute: perWindow, quotaPerAddress: perAddress };
  return NAMES.map((name) => {
    const text: SettingText = SHOWN[name];
    const env = envOf.get(name);
    const from = { environment: env ?? '', file: CONFIG_FILE, default: 'default' }[config.given[name] ?? 'default'];
    const value = written(config[name] ?? follows[name]);
    return { ...text, name, value: value === '' ? (text.unset ?? 'Not set') : (text.words?.(value) ?? value), from };
  });
}

/** `{"perRun": {"EUR": "5000.00"}}` as `perRun: EUR 5000.00`; an empty value as ''. */
function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const text = written(one);
    return text === '' ? [] : [typeof one === 'object' && one !== null ? `${name}: ${text}` : `${name} ${text}`];
  });
  return parts.join('; ');
}
