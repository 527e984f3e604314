-- Since when a run stands somewhere that nobody looked at yet, for notices; null: it was looked at. Runs of before are no news.
alter table payrun.run add column untold_since timestamptz;
create index run_untold on payrun.run (untold_since) where untold_since is not null;

create function payrun.mark_untold() returns trigger language plpgsql as $$
begin
  new.untold_since := clock_timestamp();
  return new;
end $$;
create trigger run_untold before update of state, reported_at on payrun.run
  for each row execute function payrun.mark_untold();

-- What people are told of where runs stand. No bank detail and no name of a recipient.
create table payrun.notice (
  id bigint generated always as identity primary key,
  kind text not null,
  -- `run-<id>` of the run that took the sheet in, or `expected-<what>`.
  about text not null,
  run_id bigint references payrun.run,
  -- Counts those of its kind about it, from 1.
  ordinal int not null,
  -- What it tells of: there is another notice only where there is something that none before told of, or more rows than before.
  stages text[] not null,
  figure int not null default 0,
  -- What its text is made of.
  content jsonb not null,
  created_at timestamptz not null default now(),
  unique (about, kind, ordinal)
);

-- To whom, and whether it got there. `next_at` is moved on before it is sent: whoever ends while sending leaves it to be sent again.
create table payrun.notice_delivery (
  id bigint generated always as identity primary key,
  notice_id bigint not null references payrun.notice,
  channel text not null check (channel in ('email', 'webhook')),
  -- The address; empty for the webhook, whose URL is in the settings.
  target text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  last_code text,
  ended_at timestamptz,
  unique (notice_id, channel, target)
);
create index notice_delivery_open on payrun.notice_delivery (next_at) where state <> 'sent';

-- How many payments of a run that is done are in which state, so that a scrape does not count them all again. Good as long as
-- both moments are those of the run.
create table payrun.run_figure (
  run_id bigint primary key references payrun.run,
  counts jsonb not null,
  finished_at timestamptz,
  reported_at timestamptz
);
