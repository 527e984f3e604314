/** A masked account as readers see it: `IBAN •••• 3000`. Empty if the hint is null. */
export function shownAccount(hint: string | null): string {
  return (hint ?? '').replace(/\*{3,}/, '•••• ');
}
