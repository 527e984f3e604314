-- The name of who is paid is called as everywhere else. The view payment_status keeps its column "payee": reports read it.
alter table payrun.payment rename column payee to recipient_name;
alter table payrun.payment rename column payee_fp to recipient_name_fp;
alter table payrun.payment_in rename column payee to recipient_name;
