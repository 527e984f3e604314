-- Edits of rows are sealed since 000080, and a process that has an earlier key can write none either: they get the trigger that every other
-- column of sealed values has (000068). After a change of the key it names the key.
do $$
declare other text;
begin
  if not exists (select from pg_trigger where tgrelid = 'payrun.row_edit'::regclass and tgname = 'cells_sealed_key') then
    select pg_get_triggerdef(oid) into strict other from pg_trigger where tgrelid = 'payrun.merchant'::regclass and tgname = 'keys_sealed_key';
    execute replace(replace(other, 'keys_sealed', 'cells_sealed'), 'payrun.merchant', 'payrun.row_edit');
  end if;
end $$;
