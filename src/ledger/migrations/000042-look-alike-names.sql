-- One person however the name is written: characters that nobody sees, and letters of other alphabets that look like Latin ones, make
-- no other name. The same table as the code's (`LOOK_ALIKES`, from confusables.txt of Unicode).
create or replace function payrun.name_key(name text) returns text language sql immutable strict parallel safe as $$
  select pg_catalog.lower(pg_catalog.translate(pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
    pg_catalog.normalize(name, 'NFKC'),
    E'[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]', '', 'g'),
    '\s+', ' ', 'g')),
    'ɑΑαАаᎪⱭꭺƄƅΒβВЬвьᏏᏴᏼꞴꞵꮟСсᏟᴄꮯԀԁᎠᏧꭰꮷΕεЕеҼҽᎬꬲꭼϜϝՔքẝꞘꞙꬵƍɡԌԍՑցᏀᏳᏻᶃꞬꮐΗηНнҺһՀհᎻᏂꮋꮒıɪΙιІіᎥꙆꙇꞮꭵİʝͿϳЈјᎫꞲꭻΚκКкᏦꮶƖǀɩӀӏᏞꮮΜμϺϻМмᎷꮇΝνՈՌոռΟοОоՕօᴏᴑꬽΡρРрᏢꮲԚԛԳԶգզƦʀᎡᎱᏒᴦꭇꭈꭱꮁꮢƼƽЅѕՏտᏕᏚꜱꮥꮪΤτТтᎢꭲƲʋՍսᴜꞞꞟꭎꭒѴѵᏙᴠꮩƜɯѠѡԜԝԱաᎳᏔᴡꮃꮤΧχХхꞳꭓƔɣʏΓΥγυУуҮүᎩᎽᶌỾỿꭚꭹꮍΖζᏃᴢꮓΣς',
    'aaaaaaaabbbbbbbbbbbbbbcccccddddddeeeeeeeeeffffffffgggggggggggghhhhhhhhhhhhiiiiiiiiiiiijjjjjjjjkkkkkklllllllmmmmmmmmnnnnnnoooooooooppppppqqqqqqrrrrrrrrrrrsssssssssssttttttuuuuuuuuuvvvvvwwwwwwwwwwwwwxxxxxxyyyyyyyyyyyyyyyyyyyzzzzzσσ'))
$$;

-- A batch of before that breaks the stricter rule is named in it, as when names were compared the first time.
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
    execute format('alter table payrun.batch drop constraint %I', rule.name);
    execute format('select string_agg(quote_literal(id), '', '' order by id) from payrun.batch where payrun.name_key(%I) = payrun.name_key(%I)',
      rule.one, rule.other) into before_it;
    execute format('alter table payrun.batch add constraint %I check (payrun.name_key(%I) <> payrun.name_key(%I)%s)',
      rule.name, rule.one, rule.other, coalesce(' or id in (' || before_it || ')', ''));
  end loop;
end $$;

-- Of users who look alike one stays: who is enabled, an admin of all merchants, and was first. So the last admin is never disabled. The
-- others are disabled, and found by nobody's name.
create temporary table same_name on commit drop as
  select name, payrun.name_key(name) as key, row_number() over (partition by payrun.name_key(name) order by
    disabled_at is not null, (role = 'admin' and merchants is null) desc, created_at, name) as n
  from payrun.user_account;
update payrun.user_account u set name_key = key || E'\x01' || n, disabled_at = coalesce(disabled_at, now()), epoch = epoch + 1
  from same_name s where s.name = u.name and n > 1;
update payrun.user_account u set name_key = key from same_name s where s.name = u.name and n = 1;
alter table payrun.user_account
  add constraint name_key_is_of_name check (name_key = payrun.name_key(name) or (name_key ~ E'\x01' and disabled_at is not null));
