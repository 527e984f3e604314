-- What became of a run that is done, beside how many of its payments are in which state: counted anew for those of before.
alter table payrun.run_figure add column outcome text;
