-- Authors of bank details that were recorded before their accounts were (000065): the account is that of the run in which the author
-- requested the payment. If that run is not found, does not say who reached it, or the author used several accounts, the author is not
-- known well enough, and two approvers are required.
with sources as (
  select t.run_id, t.payment_id, t.name, o.id as made from payrun.typed_by t join payrun.payment p on p.id = t.payment_id
    join payrun.payment e on e.merchant_id = p.merchant_id and e.reference = p.reference and e.run_id < t.run_id
    join payrun.run o on o.id = e.run_id and payrun.name_key(o.maker) = payrun.name_key(t.name)
    where t.account is null and not t.unknown
  union select t.run_id, t.payment_id, t.name, o.id from payrun.typed_by t
    join payrun.correction c on c.run_id = t.run_id join payrun.payment e on e.id = c.payment_id
    join payrun.run o on o.id = e.run_id and payrun.name_key(o.maker) = payrun.name_key(t.name)
    where t.account is null and not t.unknown),
found as (
  select run_id, payment_id, name, array_remove(array_agg(distinct payrun.maker_account(made)), null) as accounts,
    bool_and(exists (select 1 from payrun.event e where e.chain = 'run-' || made and e.kind = 'run_created' and e.data ? 'door')) as is_told
  from sources group by 1, 2, 3)
update payrun.typed_by t set account = f.accounts[1], unknown = coalesce(not f.is_told or cardinality(f.accounts) > 1, true)
from payrun.typed_by x left join found f using (run_id, payment_id, name)
where (t.run_id, t.payment_id, t.name) = (x.run_id, x.payment_id, x.name) and t.account is null and not t.unknown;
