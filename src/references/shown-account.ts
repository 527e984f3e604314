/** What is known of an account, as people read it: `IBAN •••• 3000`. */
export function shownAccount(hint: string | null): string {
  return (hint ?? '').replace(/\*{3,}/, '•••• ');
}
