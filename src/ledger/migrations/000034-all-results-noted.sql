-- That the results of a run are written is noted of runs about sub-merchants and recipients too from now on. Those of before have them.
update payrun.run set reported_at = coalesce(finished_at, now())
  where state = 'done' and reported_at is null and rows_in is null and sheet_id is not null;
