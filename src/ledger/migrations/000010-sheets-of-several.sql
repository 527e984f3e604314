-- A sheet that names several merchants becomes a run for each of them. The first run is the lead, and its own `lead_run` too: it
-- takes the sheet in for all, and until a person or --yes has confirmed it, nothing of any of them is paid.
alter table payrun.run add column lead_run bigint references payrun.run;
create unique index run_of_sheet on payrun.run (lead_run, merchant_id) where lead_run is not null;
-- Of the lead: {"rows", "totals"} of the whole sheet, counted while reading: what its runs must come to (G4).
alter table payrun.run add column sheet_in jsonb;
