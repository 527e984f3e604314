/** A masked account as readers see it: `IBAN •••• 3000`. Empty if the hint is null. */
export function shownAccount(hint: string | null): string {
  return (hint ?? '').replace(/\*{3,}/, '•••• ').trimEnd();
}

/** The same at the beginning of a cell: `Account •••• 6429`. */
export function accountTitle(hint: string | null): string {
  const shown = shownAccount(hint);
  return shown.slice(0, 1).toUpperCase() + shown.slice(1);
}

/** Masked accounts in a text, but not the first letter of a name such as `J***`. */
const MASKED = /(?<![\w*])\*{3}(?=\w{2,4}(?!\w))/g;

/** A text with its masked accounts as readers see them. */
export function withShownAccounts(text: string): string {
  return text.replace(MASKED, '•••• ');
}

const DOTS_AND_NUMBER = /(?<=••••) (?=\w{2,4}(?!\w))/g;

/** The same text, in which no account is broken over two lines: half of one could be mistaken for another. */
export function withWholeAccounts(text: string): string {
  return text.replace(DOTS_AND_NUMBER, '\u00a0');
}
