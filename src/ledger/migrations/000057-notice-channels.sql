-- Chats beside e-mail and webhook; and what each user is told of, at which address.
alter table payrun.notice_delivery
  drop constraint notice_delivery_channel_check,
  add constraint notice_delivery_channel_check check (channel in ('email', 'webhook', 'slack', 'teams'));
alter table payrun.user_account
  add column email text,
  -- Null: everything that they can act on.
  add column notice_kinds text[];
