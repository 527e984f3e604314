/** SQL condition that a run, such as `r`, only showed what would be paid. */
export const isDryRun = (run: string): string => `coalesce((${run}.options->>'dryRun')::boolean, false)`;
