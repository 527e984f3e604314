/** SQL for the users who approved a batch, the first of two first; `batch` is the alias of its row. */
export function approversOf(batch: string): string {
  return `array_remove(array[
    case when ${batch}.first_hash = ${batch}.approved_hash and ${batch}.first_by is distinct from ${batch}.approved_by then ${batch}.first_by end,
    ${batch}.approved_by], null)`;
}

/** SQL for a column: a batch of the run that awaits approval has the first of two, perhaps of an earlier price. */
export function hasFirstApproval(run: string): string {
  return `exists (select 1 from payrun.batch f where f.run_id = ${run}.id and f.state = 'quoted'
    and f.first_by is not null) as has_first_approval`;
}
