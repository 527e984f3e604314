/** SQL for the users who approved a batch, the first of two first; `batch` is the alias of its row. */
export function approversSql(batch: string): string {
  return `array_remove(array[
    case when ${batch}.first_hash = ${batch}.approved_hash and ${batch}.first_by is distinct from ${batch}.approved_by then ${batch}.first_by end,
    ${batch}.approved_by], null)`;
}
