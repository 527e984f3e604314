import { describe, expect, it } from 'vitest';
import type { Sentences } from '../../../src/events/event-kind.ts';
import { EVENTS } from '../../../src/events/events.ts';
import { actorWords, eventText, eventTitle } from '../../../src/lists/event-text/event-text.ts';
import { html } from '../../../src/web/components/markup.ts';
import type { View } from '../../../src/web/components/view.ts';
import { valueMarkup } from '../../../src/web/lists/value-markup.ts';
import { writtenKinds } from '../../support/event-kinds.ts';

const BATCH = '01a1ff76-703f-7983-8f3a-9bf13bf2a368';
const PAYMENT = '01a1ff76-7038-76c7-b724-85502f2ba558';
const GONE = '01a1ff76-703c-7b4f-8b34-00a2d96b5ca6';
const HASH = '0045ba1f9b52393214f999d3a9199df088468f6a5bb1ee2d626303cffcc463b4';
const NOW = Date.UTC(2026, 10, 21, 12);
const NAMES = {
  batches: new Map([[BATCH, { currency: 'EUR' }]]),
  payments: new Map([[PAYMENT, { row: 7 }]]),
  runs: null,
};

const view = (locale = 'en-US') => ({ locale, now: NOW }) as View;
const plain = (kind: string, data: Readonly<Record<string, unknown>>, locale?: string): string =>
  String(html`${valueMarkup(view(locale), eventText(NAMES, { kind, data }))}`)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.:;)])/g, '$1')
    .trim();

const QUOTE = {
  count: 11,
  expiresAt: '2026-11-21T14:00:00.000Z',
  feesMinor: '870',
  debitMinor: '3174768',
  sendingMinor: '3173898',
};
const RIGHTS = { role: 'approver', merchants: ['acme', 'north'], limits: { EUR: '5000.00' } };
const FILE = { file: 'f', folder: 'acme', source: 's', name: 'june.csv', size: '12345', run: '4' };

/** Texts that depend on their data, and what a person reads of them. */
const EXAMPLES: Readonly<
  Record<string, readonly (readonly [data: Readonly<Record<string, unknown>>, says: string])[]>
> = {
  run_created: [
    [
      { job: 'pay-sheet', sheet: 'june.csv', contentHash: HASH, merchant: 'acme', dryRun: true },
      'From the sheet june.csv, for acme. A dry run: nothing is paid. File fingerprint: 0045ba1f…',
    ],
    [{ job: 'pay-sheet', sheetOf: '4', merchant: 'north', dryRun: false }, 'Part of the sheet from run 4, for north.'],
    [
      { job: 'rerun-failed', of: '2', states: ['failed'], references: ['A-1'] },
      'Retries these rows of run 2: failed, A-1.',
    ],
  ],
  intake: [
    [
      {
        rows: 1200,
        invalid: 3,
        totals: { EUR: { rows: 1197, minor: '3173898' } },
        stopped: null,
        sameAs: null,
        digests: [{ rows: '{[2,30)}', digest: HASH }],
      },
      '1,200 rows, 3 invalid. Valid: 31,738.98 EUR in 1,197 rows. Row fingerprint: 0045ba1f…',
    ],
    [
      {
        rows: 2,
        invalid: 0,
        totals: { JPY: { rows: 2, minor: '150000' } },
        stopped: 'control_total',
        sameAs: { run: '1', sheet: 'june.csv' },
        sheet: { rows: 9, totals: { USD: { rows: 9, minor: '100' } } },
      },
      '2 rows. Valid: 150,000 JPY in 2 rows. Nothing is paid: the control total does not match the rows. The sheet has the same payments as run 1. Whole sheet: 9 rows, 1.00 USD in 9 rows.',
    ],
  ],
  pay_date_changed: [
    [
      { before: '2026-11-28', on: '2026-12-01', startsAt: '2026-12-01T09:00:00.000Z', because: null },
      'Scheduled for 2026-12-01 09:00:00 UTC (in 10 days). Previously: 2026-11-28.',
    ],
    [{ before: '2026-11-28' }, 'The run is sent as soon as it is approved. Previously: 2026-11-28.'],
  ],
  released: [
    [
      { payment: PAYMENT, row: 7, was: 'account_changed', reference: 'JUN-1' },
      'Row 7, JUN-1, was released from hold. Reason for the hold: changed bank details.',
    ],
  ],
  dismissed: [
    [
      { payment: PAYMENT, row: 7, was: 'possible_duplicate', because: 'Sent twice.' },
      'Row 7 will not be paid. Sent twice. Reason for the hold: possible duplicate.',
    ],
    [
      { rows: 3, was: 'paid_differently', because: 'Corrected too late.' },
      '3 payments will not be paid. Corrected too late. Reason for the hold: paid before with different details.',
    ],
  ],
  resolved: [
    [
      { payment: GONE, row: 3, paid: false, because: 'The bank says so of DE89370400440532013000' },
      'Row 3 was not paid: The bank says so of •••• 3000',
    ],
  ],
  rejection_intended: [
    [{ because: 'Not ours', from: '127.0.0.1' }, '“Not ours”. Payrun deletes its batches even if this is interrupted.'],
    [{ because: 'Not ours.' }, '“Not ours.” Payrun deletes its batches even if this is interrupted.'],
  ],
  rejected: [
    [
      { batches: [BATCH], payments: 2, sums: { EUR: '61000' }, sentBefore: 1, because: 'Not ours' },
      '“Not ours”. Canceled: 2 payments, 610.00 EUR. 1 payment had already been sent. Withdrawn: EUR batch …a368.',
    ],
    [
      { batches: [BATCH], because: 'Not ours', from: '127.0.0.1' },
      '“Not ours”. Withdrawn: EUR batch …a368. From 127.0.0.1.',
    ],
  ],
  downloaded: [[{ what: 'rows_to_fix' }, 'The rows to fix, with unmasked bank details.']],
  rows_corrected: [
    [
      {
        run: '5',
        rows: [{ row: 4, cells: { iban: { before: '***1111', now: '***3000' }, memo: { before: '', now: 'J***' } } }],
        from: '127.0.0.1',
      },
      '1 row is paid in run 5. From 127.0.0.1. Row 4: IBAN •••• 1111 → •••• 3000; memo (blank) → J***',
    ],
    [
      {
        inPlace: true,
        rows: [
          { row: 4, cells: { lastName: { before: 'B***', now: 'L***' }, memo: { before: 'J***', now: '' } } },
          { row: 5, cells: { amount: { before: '', now: '12.00' } } },
        ],
      },
      '2 rows corrected before the run was submitted. The sheet was read again. Row 4: last name B*** → L***; memo J*** → (blank) Row 5: amount (blank) → 12.00',
    ],
  ],
  recipients_unknown: [
    [
      { rows: [3, 5], code: 'recipient_unknown' },
      'The payout service has no recipient with the recipient number in rows 3, 5, so these payments fail',
    ],
  ],
  recipient_refused: [
    [
      { row: 3, payments: 2, code: 'invalid_field', reason: 'The payout service rejected this recipient: the city.' },
      'Row 3: The payout service rejected this recipient: the city. Not paid: 2 payments to this recipient.',
    ],
  ],
  recipient_details_changed: [
    [
      {
        row: 2,
        cells: {
          email: { before: 'a***', now: 'b***' },
          firstName: { before: 'A***', now: 'A***' },
          country: { before: 'DE', now: 'FR' },
        },
        from: '127.0.0.1',
      },
      'Sent to the payout service by this run: email a*** → b***; first name changed; country DE → FR. From 127.0.0.1.',
    ],
  ],
  recipient_brought: [
    [
      { row: 2, state: 'changed', calls: ['account'], account: { before: 'IBAN ***1111', now: 'IBAN ***3000' } },
      'Row 2: changed in the payout service (1 API call). Changed: account IBAN •••• 1111 → IBAN •••• 3000.',
    ],
    [
      { row: 4, state: 'changed', calls: ['update'] },
      'Row 4: changed in the payout service (1 API call). The details in the row (name, email, address, IDs) replaced those in the payout service. Payrun does not know the previous values.',
    ],
    [
      { row: 3, state: 'created', calls: ['createRecipient', 'createAccount'] },
      'Row 3: created in the payout service (2 API calls).',
    ],
  ],
  country_not_enabled: [[{ rows: [3], country: 'MX' }, 'Row 3: payments to accounts in Mexico are not enabled.']],
  below_route_minimum: [
    [
      { rows: [3, 4], route: 'wire_no_fx', minimum: '1.00 EUR' },
      'Rows 3, 4: below 1.00 EUR, the payout service’s minimum for wire without conversion.',
    ],
  ],
  batch_planned: [
    [
      { batch: BATCH, currency: 'EUR', payments: 11, sourceMinor: '3173898', targetMinor: {} },
      'EUR batch …a368: 11 payments, 31,738.98 EUR.',
    ],
    [
      { batch: BATCH, currency: 'EUR', payments: 1, sourceMinor: '0', targetMinor: { JPY: '5000' } },
      'EUR batch …a368: 1 payment, and recipients get 5,000 JPY.',
    ],
  ],
  batch_refused: [
    [
      { batch: BATCH, code: 'invalid_field', named: 0 },
      'The payout service rejected EUR batch …a368 (a field is not valid). The response names no payment',
    ],
    [{ batch: BATCH, code: 'invalid_field', named: 1 }, '1 payment named in the response failed; the rest continue.'],
    [
      { batch: BATCH, code: 'duplicate', named: 1 },
      'It already has 1 payment of these, so action is required. The rest continue.',
    ],
    [{ batch: BATCH, code: 'duplicate', named: 0 }, 'It already has some of these payments, so action is required.'],
  ],
  batch_unreadable: [
    [{ batch: BATCH }, 'may have EUR batch …a368 already, in a format that Payrun cannot read'],
    [{ batch: BATCH, remoteId: 'B-1' }, 'Payrun can’t read the payout service’s response about EUR batch …a368'],
  ],
  batch_quoted: [
    [
      { batch: BATCH, ...QUOTE, keepsApproval: true },
      'EUR batch …a368: 11 payments, 31,738.98 EUR to send. Total debit 31,747.68 EUR. Rate locked until 2026-11-21 14:00:00 UTC (in 2 hours). The earlier approval remains valid.',
    ],
    [{ batch: GONE, ...QUOTE }, 'Batch …5ca6: 11 payments.'],
  ],
  batch_approved: [
    [
      { batch: BATCH, hash: HASH, quote: QUOTE, first: 'anna', from: 'command line' },
      'Second approval; anna gave the first. Approval fingerprint: 0045ba1f… On the command line.',
    ],
  ],
  approval_void: [[{ batch: BATCH }, 'EUR batch …a368 changed since it was approved']],
  start_outcome: [
    [
      { batch: BATCH, remoteStatus: 'open', to: 'waiting_funds', code: 'non_sufficient_funds' },
      'was not started: insufficient funds. New status: insufficient funds. Status in the payout service: open.',
    ],
    [
      { batch: BATCH, remoteStatus: 'gone', to: 'unknown', code: null },
      'Payrun does not know whether EUR batch …a368 was started. New status: unconfirmed. Status in the payout service: gone.',
    ],
  ],
  payments_removed: [
    [
      { batch: BATCH, payments: [PAYMENT, GONE], code: 'amount_below_route_minimum' },
      'Removed from EUR batch …a368: 2 payments: row 7 and 1 more (below the route minimum).',
    ],
  ],
  run_blocked: [
    [
      { code: 'other_installation', batches: 2, remoteId: 'B-1' },
      'The payout service has batches that are not in the ledger, including B-1. Payrun pays nothing in this run until a user resolves this.',
    ],
  ],
  batch_adopted: [
    [
      { batch: BATCH, remoteId: 'B-1', payments: 20, origin: 'other', remoteStatus: 'complete' },
      'EUR batch …a368 was in the payout service as B-1, with 20 payments, but not in the ledger: another installation created it.',
    ],
  ],
  installation_declared: [
    [
      { name: 'berlin', ledgers: ['0123456789ABCDEF'], batches: [] },
      'Batches from berlin in the payout service no longer stop this ledger from paying.',
    ],
    [
      { name: 'copy', ledgers: ['0123456789ABCDEF'], batches: [], newIdentity: 'ABCDEF0123456789' },
      'Batches from copy in the payout service no longer stop this ledger from paying. One ledger was a copy of the other, so this one now has its own identity.',
    ],
  ],
  ledger_move_canceled: [
    [
      { to: 'PostgreSQL db.example.com/payrun', lost: true },
      'The ledger was about to move to PostgreSQL db.example.com/payrun and stays where it is. The new database was declared lost.',
    ],
  ],
  lost_batch_left: [
    [
      { batch: BATCH, remoteId: 'B-2', remoteStatus: 'processing', end: 'begun', duplicate: true },
      'is in the payout service a second time, as B-2, because the response to its creation was lost. The second one was sent there too, so its recipients may be paid twice. Action is required. Status in the payout service: processing.',
    ],
    [
      { batch: BATCH, remoteId: 'B-1', remoteStatus: 'processing', end: 'begun' },
      'as B-1. It was sent there although Payrun had withdrawn it, so action is required. Status in the payout service: processing.',
    ],
    [
      { batch: BATCH, remoteId: 'B-1', remoteStatus: 'open', end: 'not_ours' },
      'as B-1. It has payments that are not in this run, so Payrun did not delete it. Action is required. Status in the payout service: open.',
    ],
  ],
  batch_settled: [
    [
      { batch: BATCH, remoteId: 'B-1', remoteStatus: 'complete' },
      'All payments in EUR batch …a368 are final. Status in the payout service: complete.',
    ],
    [
      { batch: BATCH, remoteId: 'B-1', remoteStatus: 'complete', counts: { processed: 7, failed: 1, returned: 1 } },
      'All payments in EUR batch …a368 are final: 7 paid, 1 failed, 1 returned. Status in the payout service: complete.',
    ],
  ],
  discrepancy_accepted: [
    [{ payment: PAYMENT, row: 7, because: 'Agreed with Mia.' }, 'Agreed with Mia.'],
    [
      { code: '7Q2M4RZ0K1V9X3TD', what: 'Row 2 of run 1: its state is failed here.', because: 'Refunded.' },
      'Row 2 of run 1: its state is failed here. Refunded.',
    ],
  ],
  paid_after_all: [
    [
      { batch: BATCH, state: 'processed', payments: [PAYMENT] },
      'The payout service shows a different outcome for payments recorded as not paid. Paid: 1 payment: row 7.',
    ],
  ],
  sub_merchant_again: [
    [{ row: 2, merchant: 'north', lostBy: '3' }, 'north (row 2): run 3 could not confirm its creation.'],
  ],
  setting_intended: [
    [
      { row: 2, merchant: 'north', setting: 'colors', what: 'the main color' },
      'north (row 2), colors: the main color.',
    ],
    [
      { row: 2, merchant: 'north', setting: 'fee covers', what: 'wire_no_fx EUR, businessTaxId' },
      'north (row 2), fee covers: wire no fx EUR, business tax ID.',
    ],
  ],
  columns_taught: [
    [
      { name: 'Acme ERP', columns: { Soll: 'amount', Beleg: 'paymentReference', Notiz: '-' } },
      'Acme ERP: Soll is amount, Beleg is payment reference, Notiz is not used.',
    ],
  ],
  setting_changed: [
    [
      { row: 2, merchant: 'north', setting: 'colors', what: 'the main color', before: null, after: 'red' },
      'Previously: none. Now: red.',
    ],
  ],
  endpoint_added: [
    [
      { endpoint: 'erp', at: 'https://erp.example.com', types: ['run.*'], merchants: null, from: '127.0.0.1' },
      'erp at https://erp.example.com: run.*.',
    ],
    [
      { endpoint: 'erp', at: 'https://erp.example.com', types: ['run.paid', 'payment.*'], merchants: ['acme'] },
      'erp at https://erp.example.com: run.paid, payment.*. Merchants: acme.',
    ],
  ],
  inbox_taken: [[FILE, 'acme/june.csv, 12 KB, run 4.']],
  inbox_trouble: [
    [{ code: 'inbox_symlink', file: 'acme/x.csv' }, 'acme/x.csv is a link. Payrun does not follow links'],
    [{ code: 'of_another_version', file: 'x.csv' }, 'x.csv: of another version'],
  ],
  purge_begun: [
    [
      { policy: { sheets: 90 }, due: { sheets: 2, calls: 0 } },
      'Due: 2 files of sheets. Kept for: files of sheets 90 days.',
    ],
  ],
  purged: [[{ gone: { sheets: 2 } }, 'Removed: 2 files of sheets.']],
  rules_changed: [
    [{ version: 1, changed: [] }, 'Initial rules.'],
    [
      { changed: [{ rule: 'onInvalid', before: 'skip', after: 'stop' }] },
      'Sheets with invalid rows: The other rows are paid → Nothing is paid.',
    ],
  ],
  service_changed: [
    [{ operation: 'deleteAccount', merchant: 'acme', fields: ['id'] }, 'deleteAccount for acme, on the command line.'],
    [
      { operation: 'deleteAccount', merchant: 'acme', fields: ['id'], unconfirmed: true },
      'deleteAccount for acme, on the command line. The payout service did not answer, so the change may not have happened.',
    ],
  ],
  token_added: [
    [
      { user: 'erp', ...RIGHTS, role: 'maker', limits: {}, until: '2027-12-31', from: '127.0.0.1' },
      'erp: Maker, merchants: acme, north. Valid through 2027-12-31.',
    ],
  ],
  program_requests: [
    [
      { request: 'Refused: its token has expired', requests: 1, from: '10.0.0.9' },
      'Refused: its token has expired. From 10.0.0.9.',
    ],
    [{ request: 'GET /runs/:run', requests: 1, from: '10.0.0.9' }, 'GET /runs/:run. From 10.0.0.9.'],
    [
      { request: 'GET /runs', requests: 1200, hour: '2026-11-21T11:00:00.000Z', from: '10.0.0.9' },
      'GET /runs: 1,200 more requests in the hour from 2026-11-21 11:00:00 UTC (1 hour ago). From 10.0.0.9.',
    ],
  ],
  user_added: [
    [
      { user: 'anna', ...RIGHTS, login: 'password', from: 'command line' },
      'anna: Approver, merchants: acme, north, approves up to 5,000.00 EUR. Logs in with a password. On the command line.',
    ],
  ],
  user_notices_changed: [
    [
      { user: 'anna', told: true, kinds: ['rows_held'], from: '127.0.0.1' },
      'anna: by email: Payments are on hold. From 127.0.0.1.',
    ],
    [{ user: 'anna', told: false, kinds: null, from: '127.0.0.1' }, 'anna: no email. From 127.0.0.1.'],
  ],
  user_password_changed: [
    [{ user: 'anna', from: '127.0.0.1' }, 'anna. From 127.0.0.1.'],
    [
      { user: 'anna', toChange: true, from: '127.0.0.1' },
      'anna. They must change it at the next login. From 127.0.0.1.',
    ],
  ],
  login_failed: [
    [
      { user: null, purpose: 'login', from: '127.0.0.1' },
      'Wrong name or password: no user of this installation. From 127.0.0.1.',
    ],
    [{ user: 'anna', purpose: 'code', why: 'used before' }, 'Wrong code, already used: anna.'],
    [
      { user: null, purpose: 'provider', subject: 'https://id.example.com 1', why: 'look_alike' },
      'is not allowed to log in: no user of this installation. Name in the identity provider: https://id.example.com 1. Their name looks too much like another user’s.',
    ],
  ],
};

const TAKEN_BACK = { batches: [BATCH], payments: 2, sums: { EUR: '61000' }, sentBefore: 1, because: 'Not ours' };
/** Data of the other kinds, whose sentences are always the same ones. */
const PLAIN_DATA: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  intake_failed: { code: 'sheet_damaged', message: 'june.csv is damaged.' },
  confirmed: { payable: 2, totals: { EUR: { rows: 2, amount: '1240.50' } } },
  not_paid: { code: 'declined' },
  pay_date_set: { on: '2026-11-28', startsAt: '2026-11-30T09:00:00.000Z', because: '2026-11-28 is a Saturday' },
  journal_exported: { export: '3', to: '2026-11-30', merchant: 'acme' },
  late_for_cut_off: { by: '16:00 Europe/Berlin', startsAt: '2026-11-21T15:10:00.000Z', calls: 2409, runsAhead: 1 },
  release_stopped: { payments: [PAYMENT], otherRun: '4', otherRow: 9 },
  sheet_released: { payment: PAYMENT, row: 2, was: 'same_sheet', rows: 20 },
  withdrawn: TAKEN_BACK,
  stopped: TAKEN_BACK,
  sheet_purged: { sheet: GONE, days: 90 },
  payloads_purged: { rows: 28, days: 90 },
  account_differs: { row: 4, payments: 2, reason: 'The answer of the payout service differs in the account holder.' },
  account_masked: { row: 4, payments: 2, reason: 'The payout service masks accounts differently now.' },
  recipient_inactive: { row: 4, payments: 2, reason: 'The payout service has archived this recipient.' },
  recipient_activated: { recipient: GONE },
  recipient_unreadable: {
    row: 4,
    payments: 2,
    reason: 'The payout service shows this recipient in a format that Payrun cannot read.',
  },
  account_in_flight: { row: 3, payments: 1 },
  recipients_in: { rows: 20, invalid: 1 },
  removed_from_run: { rows: [3, 4], because: 'Credit note' },
  batch_created: { batch: BATCH, remoteId: 'B-1', payments: 11 },
  batch_mismatch: { batch: BATCH, remoteId: 'B-1', difference: '1 of 2 payments are missing' },
  quote_mismatch: { batch: BATCH, difference: 'the total is another' },
  batch_not_priced: { batch: BATCH, remoteId: 'B-1', reason: '2 payments have no price from the payout service yet' },
  batch_approved_first: { batch: BATCH, hash: HASH, quote: QUOTE },
  start_intended: { batch: BATCH, remoteId: 'B-1', hash: HASH },
  batch_started: { batch: BATCH, remoteId: 'B-1', remoteStatus: 'processing' },
  orphan_batch_deleted: { batch: BATCH, remoteId: 'B-1' },
  batch_started_outside: {
    batch: BATCH,
    remoteId: 'B-1',
    remoteStatus: 'processing',
    what: 'Batch B-1 was sent there.',
  },
  service_approval_awaited: { batch: BATCH, remoteId: 'B-1', remoteStatus: 'awaiting_approval' },
  batch_rejected_at_service: { batch: BATCH, remoteId: 'B-1', payments: 2 },
  batch_confirmed: { batch: BATCH, remoteId: 'B-1', remoteStatus: 'complete', to: 'started' },
  ledger_imported: { from: 'embedded, /srv/pay', to: 'PostgreSQL db.example.com/payrun', rows: 120 },
  backup_made: {},
  ledger_restored: { from: '/srv/backups/monday' },
  batch_discarded: { batch: BATCH, remoteId: 'B-1', why: 'mia rejected it.' },
  lost_batch_deleted: { batch: BATCH, remoteId: 'B-1', remoteStatus: 'open' },
  batch_gone: { batch: BATCH, remoteId: 'B-1' },
  payments_unknown: { batch: BATCH, payments: 2 },
  payments_differ: { batch: BATCH, payments: [PAYMENT] },
  batch_differs: { batch: BATCH, remoteId: 'P-1', what: '55.00 EUR to Eve was paid in its batch.' },
  payments_returned: { batch: BATCH, payments: [PAYMENT] },
  merchants_in: { rows: 3, invalid: 1 },
  sub_merchant_intended: { row: 2, merchant: 'north', parent: 'acme' },
  sub_merchant_created: { row: 2, merchant: 'north', remoteId: 'M-1' },
  sub_merchant_refused: { row: 2, merchant: 'north', code: 'invalid_field' },
  sub_merchant_lost: { row: 2, merchant: 'north' },
  setting_refused: { row: 2, merchant: 'north', setting: 'colors', what: 'the main color', code: 'invalid_field' },
  merchant_keys_set: { merchant: 'north', done: 'added' },
  webhooks_subscribed: { merchant: 'north', target: 'https://pay.example.com/webhooks/north', made: 6, removed: 1 },
  webhooks_unsubscribed: { merchant: 'north', removed: 6 },
  onboarding_link_made: { merchant: 'north', until: '2026-11-21T14:00:00.000Z' },
  merchant_approved: { merchant: 'north' },
  endpoint_rotated: { endpoint: 'erp', until: '2026-12-01T00:00:00.000Z' },
  endpoint_removed: { endpoint: 'erp' },
  messages_replayed: { endpoint: 'erp', messages: 2 },
  inbox_done: FILE,
  inbox_failed: FILE,
  inbox_gone: FILE,
  vault_key_changed: { key: 'ab12cd34', values: 1200 },
  token_revoked: { user: 'erp' },
  user_rights_changed: { user: 'anna', before: { role: 'viewer', merchants: null, limits: null }, after: RIGHTS },
  user_enabled: { user: 'anna' },
  user_disabled: { user: 'anna' },
  user_linked: { user: 'anna', subject: 'https://id.example.com 1' },
  user_lockout_ended: { user: 'anna' },
  user_codes_set_up: { user: 'anna' },
  user_codes_removed: { user: 'anna' },
  recovery_code_used: { user: 'anna', left: 3 },
  login: { user: 'anna', proof: 'password and code' },
  logout: { user: 'anna' },
  logout_elsewhere: { user: 'anna', sessions: 2 },
  service_moved: { merchant: 'north', from: 'https://old.example.com', to: 'https://pay.example.com/api' },
};
/** What any of them may have. */
const COMMON = { from: '127.0.0.1', verified: 'by phone' };

/** What is for machines: JSON, minor units, whole ids and hashes, codes, values that are none. */
const RAW = /[{}[\]]|Minor|undefined|NaN|null|[0-9a-f]{9}-?[0-9a-f]{4}|\b[a-z]+_[a-z_]+\b|\b[A-Z]{2}\d{2}[A-Z0-9]{11}/;

describe('an event', () => {
  it('has a text for every kind that is written anywhere', () => {
    const { kinds, untold } = writtenKinds();
    expect(kinds.length).toBeGreaterThan(60);
    expect(untold, 'calls whose kind cannot be told').toEqual([]);
    const patterns = kinds.map(({ file, kind }) => ({
      file,
      kind,
      is: new RegExp(`^${kind.replace(/\$\{[^}]*\}/g, '\\w+')}$`),
    }));
    const known = Object.keys(EVENTS);
    expect(
      patterns.filter(({ is }) => !known.some((one) => is.test(one))).map(({ file, kind }) => `${file}: ${kind}`),
    ).toEqual([]);
    expect(
      known.filter((one) => !patterns.some(({ is }) => is.test(one))),
      'told, and never written',
    ).toEqual([]);
  });

  it('has an example of every text, and no two have one title', () => {
    expect(Object.keys({ ...EXAMPLES, ...PLAIN_DATA }).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    expect(new Set(Object.keys(EVENTS).map((kind) => eventTitle(kind))).size).toBe(Object.keys(EVENTS).length);
  });

  it.each(Object.entries(EXAMPLES).flatMap(([kind, all]) => all.map(([data, says]) => [kind, data, says] as const)))(
    '%s has a text',
    (kind, data, says) => {
      const reported = plain(kind, data);
      expect(reported).toContain(says);
      expect(reported).not.toMatch(RAW);
    },
  );

  it.each(Object.entries(PLAIN_DATA))('%s has all of its sentences', (kind, data) => {
    const reported = plain(kind, { ...COMMON, ...data });
    const sentences = EVENTS[kind]!.says as Sentences;
    const words = sentences.flatMap((one) => String(one).split(/\[[^\]]*\]|\{[^}]*\}/)).map((one) => one.trim());
    const fields = sentences.flatMap((one) => [...String(one).matchAll(/\{(\w+)/g)].map(([, field]) => data[field!]));
    const figures = fields.filter((one) => typeof one === 'number').map((one) => one.toLocaleString('en-US'));
    for (const some of [...words, ...figures]) expect(reported).toContain(some);
    expect(reported).not.toMatch(RAW);
  });

  it.each(Object.keys(EVENTS))('%s has a text even if its data is malformed', (kind) => {
    for (const data of [{}, Object.fromEntries(NAMES_OF_DATA.map((name) => [name, { a: [null] }]))])
      expect(plain(kind, data)).not.toMatch(/undefined|NaN|\[object/);
  });

  it('has amounts in the reader’s form, and each kind has a title', () => {
    expect(
      plain('batch_planned', { batch: BATCH, currency: 'EUR', payments: 1100, sourceMinor: '3173898' }, 'de-DE'),
    ).toBe('EUR batch …a368: 1.100 payments, 31.738,98 EUR.');
    expect(eventTitle('batch_quoted')).toBe('Batch quoted');
    expect(eventTitle('rejection_intended', { kind: 'withdrawn' })).toBe('Withdrawal requested');
    expect(eventTitle('rejection_intended', { kind: 'stopped' })).toBe('Stop requested');
    expect(eventTitle('rejection_intended', { kind: 'rejected' })).toBe('Rejection requested');
    expect(actorWords('policy:auto')).toBe('Payrun’s approval rules');
    expect(actorWords('mia')).toBe('mia');
  });

  it('of another version is still readable, and shows no account number', () => {
    expect(eventTitle('moon_landed')).toBe('Moon landed');
    const reported = plain('moon_landed', {
      remoteStatus: 'complete',
      landedAt: '2026-11-21T11:00:00.000Z',
      code: 'held_account_changed',
      tries: 1200,
      ok: true,
      nothing: null,
      hash: HASH,
      because: 'paid to DE89 3704 0044 0532 0130 00',
      account: '00012345678',
      rows: [3, 4],
      deep: { sendingMinor: '12', more: { x: 1 } },
    });
    expect(reported).toBe(
      'remote status complete landed at 2026-11-21 11:00:00 UTC (1 hour ago) code changed bank details tries 1,200 ok yes hash 0045ba1f… because paid to •••• 3000 account •••• 5678 rows 3, 4 deep sending minor 12',
    );
  });

  it('is text, whatever someone wrote into it', () => {
    const evil = '<script>alert(1)</script>';
    for (const kind of [...Object.keys(EVENTS), 'moon_landed']) {
      const data = Object.fromEntries(NAMES_OF_DATA.map((name) => [name, evil]));
      expect(String(html`${valueMarkup(view(), eventText(NAMES, { kind, data }))}`), kind).not.toContain('<script');
    }
  });
});

const NAMES_OF_DATA = [
  ...new Set([
    ...Object.values(EXAMPLES).flatMap((all) => all.flatMap(([data]) => Object.keys(data))),
    ...Object.values(PLAIN_DATA).flatMap(Object.keys),
  ]),
];
