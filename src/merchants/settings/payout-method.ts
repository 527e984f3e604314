import { isDeepStrictEqual } from 'node:util';
import type { PayoutMethodSlug } from '../../model.ts';
import type { PayoutMethodRecord } from '../../service/shapes/partner-answers.ts';
import { merchantColumn } from '../columns.ts';
import { FIRST_CREDENTIALS, METHOD_FIELDS, type MethodField } from './payout-method-fields.ts';
import { type Change, type Setting, type SettingContext, unseen } from './setting.ts';

const APPROVAL = 'The service has not approved bank transfers for this sub-merchant yet.';
const TRIED = 'check.verification';
const VERIFICATIONS = ['checkVerification1', 'checkVerification2'];

/** The setting of a payout method. Only fields that differ are sent, all in one call. */
export function payoutMethodSetting(slug: PayoutMethodSlug): Setting {
  return {
    name: slug,
    columns: [...METHOD_FIELDS[slug].map(({ column }) => column), ...(slug === 'check' ? VERIFICATIONS : [])],
    async differences(context) {
      const methods = await context.shown.payoutMethods();
      const record = methods.find(({ integration }) => integration === slug);
      if (!record) return [missing(slug)];
      const unlike = METHOD_FIELDS[slug].flatMap((field) => differenceOf(context, slug, record, field));
      const pending = methods.find(({ integration }) => integration === 'bank-transfer')?.status !== 'approved';
      // Without approval, bank transfer cannot be enabled, and nothing of mobile wallets can be set (contract, rules 2
      // and 7).
      const waiting = (one: Difference) =>
        pending &&
        (slug === 'mobile-wallet' || (slug === 'bank-transfer' && one.field === 'enabled' && one.value === true));
      return [
        ...(slug === 'check' ? verification(context, record) : []),
        ...changeOf(
          slug,
          record,
          unlike.filter((one) => !waiting(one)),
        ),
        ...changeOf(slug, record, unlike.filter(waiting)).map((change): Change => ({ ...change, waits: APPROVAL })),
      ];
    },
  };
}

interface Difference {
  readonly field: string;
  readonly value: unknown;
  readonly before: string | null;
  readonly after: string;
  readonly remember: Readonly<Record<string, string>>;
}

function differenceOf(
  context: SettingContext,
  slug: PayoutMethodSlug,
  record: PayoutMethodRecord,
  { column, field, read, shown }: MethodField,
): readonly Difference[] {
  const cell = context.cells[column];
  if (cell === undefined) return [];
  const value = read(cell);
  const secret = Boolean(merchantColumn(column)?.sensitive);
  if (!shown) {
    const unlike = unseen(context, `${slug}.${field}`, cell);
    return unlike ? [{ field, value, after: 'a value that is not shown', ...unlike }] : [];
  }
  const now = shown(record);
  if (isDeepStrictEqual(now, value)) return [];
  const before = now === null ? null : secret ? 'set, to something else' : inWords(now);
  return [{ field, value, before, after: secret ? 'a value that is not shown' : inWords(value), remember: {} }];
}

function changeOf(
  slug: PayoutMethodSlug,
  record: PayoutMethodRecord,
  unlike: readonly Difference[],
): readonly Change[] {
  if (unlike.length === 0) return [];
  const body: Record<string, unknown> = {};
  for (const { field, value } of unlike) {
    const [name, part] = field.split('.') as [string, string?];
    body[name] = part === undefined ? value : { ...(body[name] as object | undefined), [part]: value };
  }
  const one = unlike.length === 1;
  const shownAs = ({ field }: Difference, text: string) => (one ? text : `${field}: ${text}`);
  const refused = enableRefusal(slug, record, body);
  return [
    {
      what: unlike.map(({ field }) => field).join(', '),
      before: unlike.every(({ before }) => before === null)
        ? null
        : unlike.map((each) => shownAs(each, each.before ?? 'none')).join('; '),
      after: unlike.map((each) => shownAs(each, each.after)).join('; '),
      remember: Object.assign({}, ...unlike.map(({ remember }) => remember)),
      ...(refused === null ? {} : { refused }),
      send: async (service, signal) => {
        await service.call('updatePayoutMethod', { params: { payoutMethod: slug }, body: body as never }, { signal });
        return undefined;
      },
    },
  ];
}

/** Credentials that are set for the first time must be complete (contract, rule 3). */
function enableRefusal(
  slug: PayoutMethodSlug,
  { settings }: PayoutMethodRecord,
  body: Record<string, unknown>,
): string | null {
  const sent = [...FIRST_CREDENTIALS, 'webhookID'].some((field) => field in body);
  if ((slug !== 'paypal' && slug !== 'venmo') || !sent || settings?.credentialsConfigured === true) return null;
  const left = METHOD_FIELDS[slug].filter(
    ({ field }) => (FIRST_CREDENTIALS as readonly string[]).includes(field) && !(field in body),
  );
  if (left.length === 0) return null;
  return `The first time, ${left.map(({ column }) => column).join(', ')} must be given too.`;
}

/**
 * The two small deposits. The service allows only a few tries, so amounts that it refused for an account are not sent
 * again.
 */
function verification(context: SettingContext, record: PayoutMethodRecord): readonly Change[] {
  const { known, fingerprint, cells } = context;
  const [verification1, verification2] = VERIFICATIONS.map((column) => cells[column]);
  if (verification1 === undefined || verification2 === undefined || record.settings?.verified === true) return [];
  const account = ['check.branchId', 'check.accountNum'].map((key) => known.get(key) ?? '');
  const tried = fingerprint(TRIED, [verification1, verification2, ...account].join(' '));
  return [
    {
      what: 'verification',
      before: 'not verified',
      after: 'verified',
      ...(known.get(TRIED) === tried
        ? { refused: 'The service has refused these two amounts for this account; they are not sent again.' }
        : {}),
      rememberRefused: { [TRIED]: tried },
      send: async (service, signal) => {
        const body = { verification1, verification2 };
        await service.call('updatePayoutMethod', { params: { payoutMethod: 'check' }, body }, { signal });
        return undefined;
      },
    },
  ];
}

function missing(slug: PayoutMethodSlug): Change {
  const refused = `The service does not list ${slug} for this sub-merchant.`;
  return { what: slug, before: null, after: 'set', refused, send: async () => undefined };
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none named' : value.join(' ');
  return String(value);
}
