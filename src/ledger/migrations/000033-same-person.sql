-- Maker, first and second approver are different persons however their names are written: in wide or composed letters, in capitals,
-- with spaces around. The same comparison as the code's (`nameKey`).
create function payrun.name_key(name text) returns text language sql immutable strict parallel safe as $$
  select pg_catalog.lower(pg_catalog.btrim(pg_catalog.normalize(name, 'NFKC'), E' \t\n\r\v\f'))
$$;

alter table payrun.batch
  drop constraint maker_is_not_approver,
  drop constraint maker_is_not_first_approver,
  drop constraint approvers_differ;

-- A batch of before that breaks the stricter rule is named in it: its payments have to be followed to their end all the same.
do $$
declare
  before_it text;
  rule record;
begin
  for rule in select * from (values
    ('maker_is_not_approver', 'approved_by', 'maker'),
    ('maker_is_not_first_approver', 'first_by', 'maker'),
    ('approvers_differ', 'first_by', 'approved_by')) r (name, one, other)
  loop
    execute format('select string_agg(quote_literal(id), '', '' order by id) from payrun.batch where payrun.name_key(%I) = payrun.name_key(%I)',
      rule.one, rule.other) into before_it;
    execute format('alter table payrun.batch add constraint %I check (payrun.name_key(%I) <> payrun.name_key(%I)%s)',
      rule.name, rule.one, rule.other, coalesce(' or id in (' || before_it || ')', ''));
  end loop;
end $$;
