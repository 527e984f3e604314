-- How often the sheet is being read, or its reading was stopped or ended with its process. At two it is not read again.
alter table payrun.sheet add column open_readings smallint not null default 0;
