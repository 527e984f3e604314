-- Staged rows are taken in pieces while the rest of the sheet is read, so a piece is found by its row numbers.
create index payment_in_row on payrun.payment_in (run_id, row);
