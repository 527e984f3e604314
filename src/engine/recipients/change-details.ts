import { Readable } from 'node:stream';
import { checkContext } from '../../intake/check-context.ts';
import { checkRecipientRow } from '../../intake/check-row.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { recipientFingerprint } from '../../ledger/payments/fingerprints.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { SYNC_RECIPIENTS } from '../../references/run-kinds.ts';
import { auditedChanges } from '../../reports/changes/audited-changes.ts';
import { CSV_BEGIN, csvLine } from '../../reports/csv-line.ts';
import { readOptions } from '../../sheets/read/reading.ts';
import { openSheetInProcess } from '../../sheets/readers/read-in-process.ts';
import type { AppContext } from '../context/app-context.ts';
import { newRunOfSheet } from '../leases/new-run-of-sheet.ts';
import { OWN_HEADER } from './recipient-sheet.ts';

const NAMES = { individual: ['firstName', 'lastName'], business: ['name'] } as const;
const ADDRESS = ['street1', 'street2', 'city', 'postalCode', 'region', 'country', 'phone'] as const;

/** Columns of a sheet that a user may change for one recipient; never bank details or IDs. */
export type DetailColumn = (typeof NAMES)['individual' | 'business'][number] | 'email' | (typeof ADDRESS)[number];

/** The recipient in the ledger. */
export interface RecipientAtService {
  readonly merchant: string;
  readonly remote_id: string | null;
  readonly reference_id: string | null;
  readonly key_fp: Buffer;
}

export interface RecipientDetails {
  readonly type: 'individual' | 'business';
  /** The changeable values in the order of a form; '' if the service has none. */
  readonly values: Readonly<Partial<Record<DetailColumn, string>>>;
  /** The e-mail; it is changeable only if the sheets name the recipient by a number. */
  readonly email: string;
  /** The number by which the sheets name them; null if they do so by e-mail. */
  readonly referenceId: string | null;
}

/** With the others, nothing that is sent to a recipient takes effect. */
const CHANGEABLE_STATUSES: ReadonlySet<string> = new Set(['incomplete', 'active', 'suspended']);

/**
 * Reads a recipient from the payout service, with one call. Null if nothing of them can be changed: the service does
 * not have them, has archived or blocked them, or knows them under another e-mail than the sheets. Throws the errors of
 * the call.
 */
export async function readDetails(
  { ledger, service: serviceOf }: Pick<AppContext, 'ledger' | 'service'>,
  known: RecipientAtService,
  signal: AbortSignal,
): Promise<RecipientDetails | null> {
  if (known.remote_id === null) return null;
  const service = await serviceOf(known.merchant);
  const { recipient } = await service.call('getRecipient', { params: { id: known.remote_id } }, { signal });
  const { type, email, address } = recipient;
  if (!CHANGEABLE_STATUSES.has(recipient.status) || (type !== 'individual' && type !== 'business') || !email)
    return null;
  const referenceId = namedBy(ledger.vault, known, email);
  if (referenceId === undefined) return null;
  const values: Partial<Record<DetailColumn, string>> = {};
  for (const column of NAMES[type]) values[column] = textOf(recipient[column]);
  if (referenceId !== null) values.email = email;
  for (const column of ADDRESS)
    values[column] = textOf((address as Record<string, unknown> | null | undefined)?.[column]);
  return { type, values, email, referenceId };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The number by which sheets name the recipient, null if it is the e-mail, undefined if it is neither. */
function namedBy(vault: Vault, { reference_id, key_fp }: RecipientAtService, email: string): string | null | undefined {
  if (reference_id !== null && recipientFingerprint(vault, `ref:${reference_id}`).equals(key_fp)) return reference_id;
  return recipientFingerprint(vault, `email:${email.toLowerCase()}`).equals(key_fp) ? null : undefined;
}

/** The result of a change: its run, or the refusals by column; none if nothing is different. */
export type DetailsChange =
  | { readonly run: bigint }
  | { readonly refused: Readonly<Partial<Record<DetailColumn | 'recipient', string>>> };

/**
 * Changes a recipient's name, e-mail or address in the payout service by a run of its own with a sheet of one row: it
 * is checked by the rules, continues after a crash, and appears in the audit log. Queue the run that it returns. Bank
 * details stay unchanged. Null if nothing can be changed. Throws what `authorize` and `readDetails` throw.
 * @param typed the values of the form; a column without one is not changed
 */
export async function changeDetails(
  appContext: AppContext,
  known: RecipientAtService,
  { typed, by, signal }: { typed: Readonly<Record<string, string | undefined>>; by: Actor; signal: AbortSignal },
): Promise<DetailsChange | null> {
  const { ledger, config, clock } = appContext;
  await authorize(ledger.db, by, 'submit', { merchants: [known.merchant] });
  const now = await readDetails(appContext, known, signal);
  if (now === null) return null;
  const columns = Object.keys(now.values) as DetailColumn[];
  const wanted = Object.fromEntries(columns.map((column) => [column, (typed[column] ?? now.values[column]!).trim()]));
  const emptied = columns.filter((column) => wanted[column] === '' && now.values[column] !== '');
  if (emptied.length > 0) return { refused: Object.fromEntries(emptied.map((column) => [column, STAYS])) };
  if (columns.every((column) => wanted[column] === now.values[column])) return { refused: {} };

  const cells: Record<string, string> = { type: now.type, email: now.email };
  if (now.referenceId !== null) cells.referenceId = now.referenceId;
  for (const column of columns) if (wanted[column] !== '') cells[column] = wanted[column]!;
  const { rules } = await appContext.rules();
  const { country } = await getMerchant(ledger.db, known.merchant);
  const context = { ...checkContext({ ...config, ...rules }, clock.now(), country), withoutAccounts: true };
  const { recipient, problems } = checkRecipientRow({ row: 2, cells, original: [], findings: [] }, context);
  if (recipient === null) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    return { refused: Object.fromEntries(errors.map(({ column, message }) => [column ?? 'recipient', message])) };
  }

  const text = `${CSV_BEGIN}${csvLine(Object.keys(cells))}${csvLine(Object.values(cells))}`;
  const file = { name: 'recipient-details.csv', content: () => Readable.from([Buffer.from(text)]) };
  const sheet = await openSheetInProcess(file, { ...readOptions(OWN_HEADER), of: 'profiles' });
  await sheet.close();
  const run = await newRunOfSheet(appContext, {
    job: SYNC_RECIPIENTS,
    file,
    understood: sheet.understood,
    merchant: known.merchant,
    maker: by,
    options: { onInvalid: 'skip', dryRun: false, withoutAccounts: true },
    confirmed: true,
    within: async (db, id) => {
      const data = { row: 2, cells: auditedChanges(now.values, wanted), ...trace(by) };
      const event = { chain: `run-${id}`, at: new Date(clock.now()), actor: by.name };
      await appendEvent(db, { ...event, kind: 'recipient_details_changed', data });
    },
  });
  return { run };
}

const STAYS = 'The payout service keeps what is left empty. Write the value that it should have.';
