-- A payment to an account is compared with earlier ones by its memo too, whatever its name. Of earlier rows it is not known.
alter table payrun.payment add column money_key bigint;
