/**
 * A sentence as it is kept for everybody, to somebody who has pages and no command line: what to type is left out, and what is
 * released by a command is released on the page of the payment.
 */
export function readerWords(sentence: string): string {
  return COMMANDS.reduce((text, [command, instead]) => text.replace(command, instead), sentence).trim();
}

const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/ paid again: payrun release .*? --as NAME\./g, ' paid again, an approver releases it on the page of the payment.'],
  [/ must release it: payrun release .*? --as NAME\./g, ' must release it, on the page of the payment.'],
  [/ \(`payrun [^`]*`\)/g, ''],
  [/[:;] (?:see )?`payrun [^`]*`[^.]*\./g, '.'],
  [/(?:See|Run) `payrun [^`]*`[^.]*\. ?/g, ''],
];
