-- Comments, mentions and assignments are left to the team's own tools.
drop table payrun.assignment;
drop table payrun.mention;
delete from payrun.notice where kind = 'mentioned';
