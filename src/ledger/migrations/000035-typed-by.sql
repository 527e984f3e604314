-- Who else than the maker of its run typed the bank details of a payment: where somebody corrects another cell of a row, or repeats
-- it, the account is still the choice of who typed it. Written as the row comes in; of most runs there is none.
create table payrun.typed_by (
  run_id bigint not null,
  payment_id uuid not null references payrun.payment,
  name text not null,
  primary key (run_id, payment_id, name)
);

-- They are makers of the payment, so they approve no batch with it (G7). It is asked by the run: 100,000 payments of a batch that
-- nobody else typed are not looked at.
create function payrun.refuse_typist() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.typed_by t join payrun.payment p on p.id = t.payment_id
      where t.run_id = new.run_id and p.batch_id = new.id
        and payrun.name_key(t.name) in (payrun.name_key(new.approved_by), payrun.name_key(new.first_by))) then
    raise check_violation using constraint = 'typist_is_not_approver', schema = 'payrun', table = 'batch',
      message = 'who typed the bank details of a payment does not approve it';
  end if;
  return new;
end $$;
create trigger batch_typist before update of approved_by, first_by on payrun.batch for each row
  when ((new.approved_by, new.first_by) is distinct from (old.approved_by, old.first_by))
  execute function payrun.refuse_typist();
