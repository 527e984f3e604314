-- The country of the bank account that a recipient had then: no bank detail, and all that is needed to know whether the merchant may
-- pay to it where a row has no more than their referenceId. It counts while that account is theirs.
alter table payrun.recipient
  add column account_country text,
  add column account_country_of text;
