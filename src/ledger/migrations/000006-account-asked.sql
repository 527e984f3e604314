-- Which account a payment was held for as changed: whoever releases it says yes to that account and to no other.
alter table payrun.payment add column account_asked text;
update payrun.payment set account_asked = encode(account_fp, 'hex') where state = 'held' and reason_code = 'account_changed';

-- The run that is about to change a recipient's account at the service, and the account that it is about to add.
alter table payrun.recipient add column intent_run bigint references payrun.run;
alter table payrun.recipient add column intent_account_fp bytea;

-- Nothing ever used these.
alter table payrun.recipient drop column route_minimum;
alter table payrun.recipient drop constraint recipient_intent_check;
alter table payrun.recipient add constraint recipient_intent_check check (intent in ('create', 'update', 'create_account'));
