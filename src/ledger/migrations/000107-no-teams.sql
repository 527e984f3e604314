-- Notifications go out by e-mail, as text to Slack and by the signed webhook.
delete from payrun.notice_delivery where channel = 'teams';
alter table payrun.notice_delivery drop constraint notice_delivery_channel_check,
  add constraint notice_delivery_channel_check check (channel in ('email', 'webhook', 'slack'));
