-- Payments: one row of a sheet each. Rows are loaded while their sheet is read. Until its intake ends, nothing but the
-- intake may see them, so everything else reads and writes the view `payment`.
create table payrun.payment_row (
  -- Also the externalId in the payout service.
  id uuid primary key,
  run_id bigint not null,
  merchant_id text not null,
  -- The row number in the spreadsheet.
  row int not null,
  state text not null check (state in ('invalid', 'held', 'dismissed', 'already_paid', 'ready', 'batched', 'processed',
    'failed', 'returned', 'canceled', 'unknown', 'discrepancy')),
  reference text,
  -- Fingerprint of the cells from which the reference was derived, if the sheet has none.
  derived_fp bytea,
  generation int not null default 1,
  previous_id uuid references payrun.payment_row,
  source_currency text,
  fixed text check (fixed in ('source', 'target')),
  currency text,
  minor bigint check (minor > 0),
  -- The name, or the referenceId.
  recipient_name text,
  recipient_fp bytea,
  -- HMAC of the e-mail: the same person under another key.
  person_fp bytea,
  profile_fp bytea,
  account_fp bytea,
  account_hint text,
  recipient_id uuid references payrun.recipient,
  batch_id uuid references payrun.batch,
  -- {cells, draft} of the row.
  row_sealed bytea not null,
  -- Errors and warnings, with masked values.
  problems jsonb,
  -- The reason that it is on hold, failed or returned: a code, and a sentence in `reason`.
  reason_code text,
  reason text,
  held_for uuid references payrun.payment_row,
  released_by text,
  -- The recipient and account that the batch pays, by the service's IDs: an approval is checked against them (G7).
  paid_recipient_remote_id text,
  paid_account_remote_id text,
  paid_account_fp bytea,
  remote_id text,
  paid_source_minor bigint,
  paid_fees_minor bigint,
  paid_recipient_fees_minor bigint,
  paid_rate text,
  paid_target_currency text,
  paid_target_minor bigint,
  final_at timestamptz,
  created_at timestamptz not null default now(),
  -- The version of the country rules by which it was checked.
  rules text,
  -- The changed account for which it is on hold: a release is for this account only.
  account_asked text,
  paid_account_country text check (paid_account_country ~ '^[A-Z]{2}$'),
  -- The canonical form of the reference, if it differs from the reference.
  reference_key text,
  -- The first 8 bytes of the fingerprint of the account number: equal under another name, bank name or BIC.
  account_key bigint,
  dismissed_by text,
  -- Number of live payments of the reference besides this one, which was found to be paid after it was recorded as
  -- unpaid.
  paid_beside smallint not null default 0,
  -- Replaces the name after a purge, so that later sheets are still compared with it.
  recipient_name_fp bytea,
  -- The number of its comparison with other payments, if that came after the one of its run.
  compared_no bigint,
  -- The row of its own sheet that it repeats, with its reference.
  twin_row int,
  twin_reference text,
  -- Amount, currency and memo, to compare payments to one account whatever the name.
  money_key bigint,
  -- Whether it was found to be paid, or perhaps paid, after it was recorded as unpaid.
  found_paid boolean not null default false,
  -- Whether the held account may be the one last paidwhose last characters are all that is known.
  account_uncertain boolean not null default false,
  -- Tax that the payout service withheld: a part of what was sent that does not arrive.
  paid_withheld_minor bigint,
  -- The hold rules that have something to compare the row with: see due-rules.ts.
  due smallint not null default 0,
  -- The payment that a row, on hold for another reason, may duplicate too.
  also_for uuid,
  -- The unpaid payment of an earlier run that it replaces: of a retry, or as a user corrected it.
  replaces uuid references payrun.payment_row,
  -- Whether the uploader corrected cells of the row. The row has the cells before and after, sealed.
  corrected boolean not null default false,
  -- Of its account, and when it is expected to arrive, as the payout service says.
  paid_bank_name text,
  arrival_expected_at timestamptz,
  unique (run_id, "row"),
  constraint already_paid_by check (state <> 'already_paid' or (held_for is not null and batch_id is null)),
  -- The same for a fixed target amount.
  constraint arrived_as_ordered check (state <> 'processed' or fixed <> 'target' or paid_target_minor is null
    or (paid_target_minor = minor and paid_target_currency = currency) or reason_code in ('resolved', 'accepted')),
  constraint batched_has_batch check (
    (state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy')) <= (batch_id is not null)),
  constraint dismissed_is_unpaid check (state <> 'dismissed' or (dismissed_by is not null and batch_id is null)),
  constraint paid_beside_has_batch check (paid_beside = 0 or batch_id is not null),
  constraint payable_is_whole check (state in ('invalid', 'held', 'dismissed', 'canceled') or (reference is not null
    and source_currency is not null and fixed is not null and currency is not null and minor is not null)),
  -- A payment with a fixed source amount debits that amount, unless a user decided otherwise.
  constraint processed_as_ordered check (state <> 'processed' or fixed <> 'source' or paid_source_minor is null
    or paid_source_minor = minor or reason_code in ('resolved', 'accepted'))
);
-- Each index with the queries that need it. An index without a condition, or with one that most rows meet, costs every row
-- of every sheet, at each of its moves.

-- Other recipients paid to an account, for a new sheet: `OTHER_HOLDER` in due-rules.ts; for an approval: approval-facts.ts.
create index payment_account_key on payrun.payment_row (account_key, substring(recipient_fp from 1 for 8), substring(coalesce(person_fp, recipient_fp) from 1 for 8))
  where account_key is not null;
-- Search for an amount: `selectByAmount` in payment-view.ts.
create index payment_amount on payrun.payment_row (minor, run_id) where minor is not null;
-- The payments of a batch: payment-outcome.ts, batch.ts and everything that reads a batch.
create index payment_batch on payrun.payment_row (batch_id) where batch_id is not null;
-- The last payment to a recipient that did not arrive: `CAME_BACK` in last-paid-account.ts.
create index payment_came_back on payrun.payment_row (recipient_id, run_id) where batch_id is not null and state in ('failed', 'returned');
-- Earlier payments of a row without a reference: due-rules.ts; its copies on hold: release-payments.ts.
create index payment_derived on payrun.payment_row (merchant_id, derived_fp) where derived_fp is not null;
-- Payments that did not arrive in a period: `runsRecordedUnpaid` in recorded-unpaid.ts, report-failures.ts, statement.ts.
create index payment_fell_short on payrun.payment_row (final_at) where state in ('failed', 'returned');
-- Payments of a merchant that were found to be paid: `EQUAL_FOUND_PAID` in equal-payments.ts.
create index payment_found_paid on payrun.payment_row (merchant_id) where found_paid;
-- The foreign key when rows of a sheet are deleted, and whether they may be: reopen-intake.ts.
create index payment_held_for on payrun.payment_row (held_for) where held_for is not null;
-- The last payment to a recipient: `LAST_PAID` in last-paid-account.ts, recipient-view.ts.
create index payment_last_paid on payrun.payment_row (recipient_id, run_id) where batch_id is not null;
-- The latest amounts paid to a recipient: `LATEST` in due-rules.ts.
create index payment_latest on payrun.payment_row (substring(recipient_fp from 1 for 8), (case
  when state = 'processed' then coalesce(final_at, created_at) else 'infinity'::timestamptz end))
  where state in ('batched', 'unknown', 'discrepancy', 'processed');
-- G1: a reference of a merchant is in at most one payment of a batch. Of ready ones: see `refuse_live_twin`. Payments by
-- reference: due-rules.ts, hold-dismissed.ts, `selectByReferenceStart` in payment-view.ts.
create unique index payment_live_reference on payrun.payment_row (merchant_id, reference text_pattern_ops, paid_beside,
  (case when state in ('batched', 'processed', 'unknown', 'discrepancy') then null else id end)) nulls not distinct;
-- Rows of a run that need attention, without its other rows: run-facts.ts, run-problems.ts.
create index payment_needs_care on payrun.payment_row (run_id, state, row)
  where state in ('invalid', 'held', 'dismissed', 'already_paid', 'failed', 'returned', 'canceled', 'unknown', 'discrepancy');
-- Payments to a person under another key: `OF_PERSON` in due-rules.ts, `selectPaymentsTo` in payment-view.ts.
create index payment_of_person on payrun.payment_row (merchant_id, person_fp, recipient_fp) where person_fp <> recipient_fp;
-- Payments to a recipient, and to which account: `DECIDED` in due-rules.ts, `selectPaymentsTo` in payment-view.ts.
create index payment_of_recipient on payrun.payment_row (recipient_fp, merchant_id, (case
  when state in ('batched', 'unknown', 'discrepancy', 'processed') then coalesce(paid_account_fp, ''::bytea) end))
  where state <> 'ready';
-- Adopted payments of a recipient that the ledger gets to know: the first trigger in 13-triggers.sql.
create index payment_of_unknown_recipient on payrun.payment_row (merchant_id, paid_recipient_remote_id)
  where recipient_id is null and batch_id is not null and paid_recipient_remote_id is not null;
-- Sums paid in a period, without the table: report-paid.ts, report-fees.ts, statement.ts.
create index payment_paid on payrun.payment_row (final_at)
  include (merchant_id, source_currency, paid_source_minor, paid_fees_minor, paid_recipient_fees_minor, paid_account_country, recipient_id, run_id, id)
  where state = 'processed';
-- References of a merchant that were paid twice: paid-twice.ts, `alreadyPaidIn` in recorded-unpaid.ts.
create index payment_paid_beside on payrun.payment_row (merchant_id) where paid_beside > 0;
-- The foreign key when rows of a sheet are deleted, and whether they may be: reopen-intake.ts.
create index payment_previous on payrun.payment_row (previous_id) where previous_id is not null;
-- Rows of a recipient that are not in a batch yet: `READY` in due-rules.ts, `READY_EQUAL` in equal-payments.ts, payment.ts.
create index payment_ready_of_recipient on payrun.payment_row (recipient_fp, merchant_id) where state = 'ready';
-- Payments whose reference has another spelling: due-rules.ts, paid-twice.ts, recorded-unpaid.ts.
create index payment_reference_key on payrun.payment_row (reference_key, merchant_id) where reference_key is not null;
-- For the foreign key, and to find the retry of a payment: correction.ts.
create index payment_replaces on payrun.payment_row (replaces) where replaces is not null;
-- A payment of the payout service is one payment of the ledger; by its ID: `processedAmong` in returned-payment.ts.
create unique index payment_remote on payrun.payment_row (merchant_id, remote_id) where remote_id is not null;
-- Payments that a user confirmed as not paid: `recordedUnpaidOfBatch` and `runsRecordedUnpaid` in recorded-unpaid.ts.
create index payment_said_unpaid on payrun.payment_row (batch_id)
  where state in ('failed', 'unknown') and reason_code in ('resolved', 'may_be_paid');
-- Payments that await a decision, by run, without the table: needs-attention.ts.
create index payment_undecided_by_run on payrun.payment_row (run_id, state, merchant_id) where state in ('held', 'unknown', 'discrepancy');
-- Payments of adopted batches with an amount: hold-against-adopted.ts, compare-again.ts.
create index payment_without_account on payrun.payment_row (merchant_id, minor, currency) where account_fp is null and batch_id is not null;
-- Paid payments without amounts, by merchant: `countNotExported` in journal.ts.
create index payment_without_amounts on payrun.payment_row (merchant_id) where state = 'processed' and paid_source_minor is null;

-- Counts payments for the planner, as their owner: no one else may, and Payrun should not work as the owner. By the
-- columns by which they are selected and joined; all 50 take twice as long, and autovacuum counts them later.
create function payrun.count_payments() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze payrun.payment_row (run_id, merchant_id, state, row, reference, recipient_fp, person_fp, account_fp, reference_key, derived_fp,
    account_key, money_key, batch_id, recipient_id, created_at, final_at);
end $$;

-- Payments of runs whose intake ended. The planner takes half of the rows to pass the `coalesce`; without it, it would
-- take nearly none to.
create view payrun.payment as
  select id, run_id, merchant_id, row, state, reference, derived_fp, generation, previous_id, source_currency, fixed,
    currency, minor, recipient_name, recipient_fp, person_fp, profile_fp, account_fp, account_hint,
    recipient_id, batch_id, row_sealed, problems, reason_code, reason, held_for, released_by,
    paid_recipient_remote_id, paid_account_remote_id, paid_account_fp, remote_id, paid_source_minor,
    paid_fees_minor, paid_recipient_fees_minor, paid_rate, paid_target_currency, paid_target_minor, final_at,
    created_at, rules, account_asked, paid_account_country, reference_key, account_key, dismissed_by,
    paid_beside, recipient_name_fp, compared_no, twin_row, twin_reference, money_key, found_paid,
    account_uncertain, paid_withheld_minor, replaces, corrected, paid_bank_name, arrival_expected_at
  from payrun.payment_row
  where coalesce(run_id <> all (array(select id from payrun.run where loading)), true);

-- Users other than the uploader who entered the bank details of a payment.
create table payrun.account_author (
  run_id bigint not null,
  payment_id uuid not null references payrun.payment_row,
  name text not null,
  unknown boolean not null default false,
  -- The author's account of the operating system: its user is an author too.
  account text,
  primary key (run_id, payment_id, name)
);
create index account_author_payment on payrun.account_author (payment_id);
