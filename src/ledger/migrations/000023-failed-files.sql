-- Files that could not be taken in lately are found without reading those of all years.
create index inbox_file_failed on payrun.inbox_file (updated_at) where state = 'failed';
