-- An auditor reads everything, the audit log too, and changes nothing.
alter table payrun.user_account drop constraint user_account_role_check;
alter table payrun.user_account add constraint user_account_role_check
  check (role in ('viewer', 'auditor', 'maker', 'approver', 'admin'));
