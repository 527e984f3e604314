-- Exports of the journal. An entry is in one export, so that nothing is booked twice.
create table payrun.journal_export (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  made_by text not null,
  -- Null: all merchants.
  merchants text[],
  from_day date,
  to_day date not null
);

-- Totals of an export by merchant and currency.
create table payrun.journal_export_sum (
  export_id bigint not null references payrun.journal_export,
  merchant_id text not null,
  currency text not null,
  entries int not null,
  first_day date not null,
  last_day date not null,
  primary key (export_id, merchant_id, currency)
);

create table payrun.journal_entry (
  payment_id uuid not null references payrun.payment_row,
  kind text not null check (kind in ('paid', 'returned', 'corrected')),
  export_id bigint not null references payrun.journal_export,
  merchant_id text not null,
  day date not null,
  currency text not null,
  -- Debits; credits are negative.
  payables_minor bigint not null,
  fees_minor bigint not null,
  -- The credit of the balance; debits are negative.
  balance_minor bigint not null,
  -- A payment gets another entry if its outcome changes after an export.
  seq int not null,
  withheld_minor bigint not null default 0,
  primary key (payment_id, seq),
  constraint debits_are_credits check (payables_minor + fees_minor + withheld_minor = balance_minor)
);
create index journal_entry_export on payrun.journal_entry (export_id);

-- Payments that the next export may have to book: added when one is paid, returned, or gets other amounts. Duplicate
-- rows are harmless, so that no writer waits for another.
create table payrun.journal_pending (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payrun.payment_row on delete cascade,
  merchant_id text not null
);
create index journal_pending_merchant on payrun.journal_pending (merchant_id, payment_id);
create index journal_pending_payment on payrun.journal_pending (payment_id);
