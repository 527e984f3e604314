-- One form for all spellings that a spreadsheet makes of a reference; the same as `canonicalReference` of the code, which says why.
create function payrun.canonical_reference(reference text) returns text language sql immutable strict parallel safe as $$
  select case
    when plain ~ '^\+?[0-9]{1,60}([.][0-9]{0,60})?$' then pg_catalog.trim_scale(pg_catalog.rtrim(plain, '.')::numeric)::text
    when plain ~ '^[0-9]{1,15}([.][0-9]{1,15})?E\+?[0-9]{1,2}$' and plain::numeric < 1e15
      and plain::numeric = pg_catalog.trunc(plain::numeric) then pg_catalog.trim_scale(plain::numeric)::text
    when plain ~ '^AUTO-[0-9A-Z]{16}(-[0-9]+)?$' then 'auto' || pg_catalog.substr(plain, 5)
    else plain end
  from (select pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.translate(
    pg_catalog.regexp_replace(pg_catalog.normalize(reference, 'NFKD'), U&'[\0300-\036F]', '', 'g'),
    'abcdefghijklmnopqrstuvwxyz‐‒–—―−‘’‚‛′ʼ“”„″⁄∕АаΑαВвΒβСсЕеΕεНнΗηІіΙιЈјКкΚκМмΜμΝνОоΟοРрΡρЅѕТтΤτХхΧχУуΥυΖζ',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ------''''''''''''""""//AAAABBBBCCEEEEHHHHIIIIJJKKKKMMMMNNOOOOPPPPSSTTTTXXXXYYYYZZ'),
    '[ \t\n\r\v\f]+', ' ', 'g'), ' ') as plain) as written
$$;

alter table payrun.payment
  -- The canonical form, where the reference is not written in it: of most references there is none, and no entry in the index.
  add column reference_key text,
  -- The first 8 bytes of the fingerprint of the account's number alone: an account is the same under another name, bank name or BIC.
  -- Whole fingerprints made the index, and so bringing a payment in, three times as expensive.
  add column account_key bigint;
alter table payrun.payment_in
  add column reference_key text,
  add column account_key bigint,
  -- Amount, currency and memo: equal where two rows of a sheet say the same of the money.
  add column money_key bigint;

update payrun.payment p set reference_key = payrun.canonical_reference(p.reference)
where p.reference is not null and p.derived_fp is null and payrun.canonical_reference(p.reference) <> p.reference;

create index payment_reference_key on payrun.payment (reference_key, merchant_id) where reference_key is not null;
create index payment_account_key on payrun.payment (account_key) where account_key is not null;
