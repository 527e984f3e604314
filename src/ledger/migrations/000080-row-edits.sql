-- Cells that a user typed over, by row of the sheet, sealed: they are kept as they are typed. Before a run is submitted its sheet is read
-- again with those of its maker; of a run that is over, a run is made of them.
create table payrun.row_edit (
  run_id bigint not null references payrun.run,
  row int not null,
  edited_by text not null,
  cells_sealed bytea not null,
  edited_at timestamptz not null default now(),
  primary key (run_id, edited_by, row)
);
-- Reading a sheet again deletes its payments; each deletion asks whether another payment refers to it.
create index payment_held_for on payrun.payment (held_for) where held_for is not null;
create index payment_previous on payrun.payment (previous_id) where previous_id is not null;
create index service_discrepancy_payment on payrun.service_discrepancy (payment_id) where payment_id is not null;
create index typed_by_payment on payrun.typed_by (payment_id);
-- Files whose columns wait for somebody to say what they are.
create index sheet_draft on payrun.sheet ((understood->'draft'->>'by')) where understood ? 'draft';
