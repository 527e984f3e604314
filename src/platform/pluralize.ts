/** "1 row", "2,013 rows". `many` is the plural if it is not `one` with an s. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
