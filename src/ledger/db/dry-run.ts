/** Ids of dry runs begin at this number, so that they use up no number that people see. */
export const FIRST_DRY_ID = 10n ** 15n;

/** SQL condition that an id, such as `r.id`, is a number that people see: dry runs are in no list. */
export const isNumbered = (id: string): string => `${id} < ${FIRST_DRY_ID}`;

/** SQL condition that a run, such as `r`, only showed what would be paid. */
export const isDryRun = (run: string): string => `coalesce((${run}.options->>'dryRun')::boolean, false)`;

/** SQL of the id of a new run with these `options`: the next number; for a dry run the time in microseconds. */
export const newRunId = (options: string): string => `case when coalesce((${options}->>'dryRun')::boolean, false)
  then (extract(epoch from clock_timestamp()) * 1000000)::bigint else nextval(pg_get_serial_sequence('payrun.run', 'id')) end`;

export const isDryRunId = (run: bigint | string): boolean => BigInt(run) >= FIRST_DRY_ID;
