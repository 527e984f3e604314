-- At which service this ledger pays for the merchant: origin and path, noted when that service first answered.
alter table payrun.merchant add column service_url text;
