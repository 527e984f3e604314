-- Which run is to pay a row that was corrected: a row is corrected by one run at a time, also a row without a reference.
create table payrun.correction (
  payment_id uuid not null references payrun.payment,
  run_id bigint not null references payrun.run,
  primary key (payment_id, run_id)
);
