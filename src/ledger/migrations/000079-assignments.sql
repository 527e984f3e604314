-- Who takes care of a payment that needs attention; the audit log has who assigned it. Gone when it is assigned to nobody.
create table payrun.assignment (
  payment_id uuid primary key references payrun.payment on delete cascade,
  assignee text not null,
  assigned_by text not null,
  at timestamptz not null
);
create index assignment_assignee on payrun.assignment (assignee);
