-- Functions name tables that later files create.
set local check_function_bodies = off;

create sequence payrun.batch_start;
create sequence payrun.comparison;

-- Users who chose the account of a payment: uploaders of its runs, and users who entered it.
create function payrun.account_authors(payment uuid) returns setof text language sql stable as $$
  with runs as (
    select o.id, o.maker from payrun.payment p
      left join payrun.recipient r on r.merchant_id = p.merchant_id and (r.key_fp = p.recipient_fp or r.email_fp = p.person_fp)
      join payrun.recipient_row w on (w.recipient_fp = p.recipient_fp or w.recipient_fp = r.key_fp)
        and w.state in ('created', 'changed') and w.account_fp in (p.account_fp, r.account_fp)
      join payrun.run o on o.id = w.run_id and o.merchant_id = p.merchant_id
      where p.id = account_authors.payment
    union select o.id, o.maker from payrun.payment p
      join payrun.payment earlier on earlier.merchant_id = p.merchant_id and earlier.reference = p.reference
        and earlier.account_fp = p.account_fp and earlier.run_id < p.run_id
      join payrun.run o on o.id = earlier.run_id
      where p.id = account_authors.payment),
  typed as (select t.name, t.account from payrun.payment p
    join payrun.account_author t on t.run_id = p.run_id and t.payment_id = p.id where p.id = account_authors.payment),
  named as (select maker as name from runs union select payrun.account_user(payrun.maker_account(id)) from runs
    union select name from typed union select payrun.account_user(account) from typed)
  select name from named where name is not null
$$;

-- The user of an account of the operating system. Names from an identity provider match none.
create function payrun.account_user(account text) returns text language sql stable as $$
  select u.name from payrun.user_account u
  where u.os_user = account_user.account
    or (u.os_user is null and u.provider_subject is null and not u.is_program and u.name_key = payrun.name_key(account_user.account))
  order by u.os_user limit 1
$$;

-- Minor units as an amount: 123450 EUR is 1234.50.
create function payrun.amount(minor bigint, currency text) returns numeric language sql immutable as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')
      then minor::numeric
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then round(minor / 1000.0, 3)
    else round(minor / 100.0, 2) end
$$;

-- One form for all spellings that a spreadsheet makes of a reference; the same as `canonicalReference` in the code.
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

-- The account of the operating system from which a run was made, if known.
create function payrun.maker_account(run bigint) returns text language sql stable as $$
  select e.data->>'osUser' from payrun.event e
  where e.chain = 'run-' || maker_account.run and e.kind = 'run_created'
    and (e.data->>'door' = 'cli' or (e.data->>'door' = 'inbox' and not e.data ? 'unknownMaker'))
  order by e.seq limit 1
$$;

-- One form for all spellings of a person's name: invisible characters and look-alike letters make no other name
-- (`LOOK_ALIKES` in the code).
create function payrun.name_key(name text) returns text language sql immutable strict parallel safe as $$
  select pg_catalog.lower(pg_catalog.translate(pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
    pg_catalog.normalize(name, 'NFKC'),
    E'[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]', '', 'g'),
    '\s+', ' ', 'g')),
    'ɑΑαАаᎪⱭꭺƄƅΒβВЬвьᏏᏴᏼꞴꞵꮟСсᏟᴄꮯԀԁᎠᏧꭰꮷΕεЕеҼҽᎬꬲꭼϜϝՔքẝꞘꞙꬵƍɡԌԍՑցᏀᏳᏻᶃꞬꮐΗηНнҺһՀհᎻᏂꮋꮒıɪΙιІіᎥꙆꙇꞮꭵİʝͿϳЈјᎫꞲꭻΚκКкᏦꮶƖǀɩӀӏᏞꮮΜμϺϻМмᎷꮇΝνՈՌոռΟοОоՕօᴏᴑꬽΡρРрᏢꮲԚԛԳԶգզƦʀᎡᎱᏒᴦꭇꭈꭱꮁꮢƼƽЅѕՏտᏕᏚꜱꮥꮪΤτТтᎢꭲƲʋՍսᴜꞞꞟꭎꭒѴѵᏙᴠꮩƜɯѠѡԜԝԱաᎳᏔᴡꮃꮤΧχХхꞳꭓƔɣʏΓΥγυУуҮүᎩᎽᶌỾỿꭚꭹꮍΖζᏃᴢꮓΣς',
    'aaaaaaaabbbbbbbbbbbbbbcccccddddddeeeeeeeeeffffffffgggggggggggghhhhhhhhhhhhiiiiiiiiiiiijjjjjjjjkkkkkklllllllmmmmmmmmnnnnnnoooooooooppppppqqqqqqrrrrrrrrrrrsssssssssssttttttuuuuuuuuuvvvvvwwwwwwwwwwwwwxxxxxxyyyyyyyyyyyyyyyyyyyzzzzzσσ'))
$$;

-- All sequences of three letters of a name, to find recipients by letters inside it without the extension pg_trgm,
-- which hosted databases may not offer. A word begins after two spaces.
create function payrun.name_parts(name_words text) returns text[] language sql immutable parallel safe cost 1000 as $$
  select array_agg(distinct part) from (select '  ' || replace(name_words, ' ', '  ') as padded) t
  cross join lateral generate_series(1, length(padded)) at
  cross join lateral (values (substr(padded, at, 3)), (case when ascii(substr(padded, at, 1)) >= 11904 then substr(padded, at, 2) end)) p(part)
  where right(part, 1) <> ' ' and (length(part) = 3 or ascii(part) >= 11904)
$$;

create function payrun.require_run_of_merchant(run bigint, merchant text) returns void language plpgsql as $$
begin
  perform 1 from payrun.run r where r.id = run and r.merchant_id = merchant for key share;
  if not found then
    raise foreign_key_violation using constraint = 'payment_run_of_merchant', schema = 'payrun', table = 'payment',
      message = 'a payment belongs to a run, and to the merchant of that run';
  end if;
end $$;
