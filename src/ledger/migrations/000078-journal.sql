-- The rate without the payout service's margin, as it reports it beside the rate of a payment.
alter table payrun.payment add column paid_market_rate text;

-- Exports of the journal, and what each of them has booked. An entry is in one export, so that nothing is booked twice.
create table payrun.journal_export (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  made_by text not null,
  -- The merchants whose entries it may have; null: of all.
  merchants text[],
  from_day date,
  to_day date not null
);
create table payrun.journal_entry (
  payment_id uuid not null references payrun.payment,
  kind text not null check (kind in ('paid', 'returned')),
  export_id bigint not null references payrun.journal_export,
  merchant_id text not null,
  day date not null,
  currency text not null,
  -- Debits; negative: credits.
  payables_minor bigint not null,
  fees_minor bigint not null,
  rate_difference_minor bigint not null,
  -- The credit of the balance; negative: a debit.
  balance_minor bigint not null,
  primary key (payment_id, kind),
  constraint debits_are_credits check (payables_minor + fees_minor + rate_difference_minor = balance_minor)
);
create index journal_entry_export on payrun.journal_entry (export_id);
