-- Users choose their names at an identity provider, so such a name matches no account of the operating system. (The code asks the same.)
create or replace function payrun.account_user(account text) returns text language sql stable as $$
  select u.name from payrun.user_account u
  where u.os_user = account_user.account
    or (u.os_user is null and u.provider_subject is null and u.name_key = payrun.name_key(account_user.account))
  order by u.os_user limit 1
$$;
