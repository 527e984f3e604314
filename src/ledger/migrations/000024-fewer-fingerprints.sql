-- A fingerprint is random, so each of its index entries goes to another page: of the time that a payment's insert takes, three
-- such indexes took half. Whoever is known by an e-mail alone has it as their key, and is found by the index of keys; this one
-- is of the others.
drop index payrun.payment_of_person;
create index payment_of_person on payrun.payment (merchant_id, person_fp) where person_fp <> recipient_fp;

-- Whose recipient is not known yet, in row order; they are looked up by their key then, which all payments have an index of.
create index payment_without_recipient on payrun.payment (run_id, row) where state = 'ready' and recipient_id is null;
drop index payrun.payment_ready_recipient;
