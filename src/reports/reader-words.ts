/**
 * Rewrites a stored sentence for a page or a notification: removes commands to type, and names the page in place of a command or an
 * option.
 */
export function readerWords(sentence: string): string {
  return COMMANDS.reduce((text, [command, instead]) => text.replace(command, instead), sentence).trim();
}

const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/ paid again: payrun release .*? --as NAME\./g, ' paid again, an approver releases it on the page of the payment.'],
  [
    / If both are meant: payrun release .*? --as NAME\./g,
    ' If both are meant, an approver releases it on the page of the payment.',
  ],
  [/ must release it: payrun release .*? --as NAME\./g, ' must release it, on the page of the payment.'],
  [/, or say (?:which one counts with )?--decimal point or --decimal comma\./g, '.'],
  [/, or say which encoding it is, for example --encoding \S+\./g, ', or choose its encoding under More.'],
  [/, and --decimal asked for /g, ', and the sheet was to have '],
  [/, or name who pays such rows with --merchant\./g, ', or choose who pays when you upload it.'],
  [/, and --on-invalid stop was asked for\./g, ', and one wrong row was to stop all of it.'],
  [/ more than --on-invalid (\S+) allows\./g, ' more than the $1 that were allowed.'],
  [/, name it with --worksheet\./g, ', name it when you upload it, under More.'],
  [/Say which one with --worksheet NAME, or /g, 'Name one when you upload it, under More, or '],
  [/Bring its recipients to the service with `payrun[^`]*`[^.]*\. /g, ''],
  [
    /; if it has them under other names, `payrun map` [^.]*\./g,
    '. If they have other names, an admin of Payrun can teach it these names.',
  ],
  [/ If [^.`]*, `payrun map` [^.]*\./g, ' If it has other names, an admin of Payrun can teach it these names.'],
  [/ Ask for the template \(`payrun template`\)\./g, ' The page Templates has one with the right columns.'],
  [/; or say which one with `payrun map`\./g, '.'],
  [/ that `payrun [^`]*` shows/g, ' that is known'],
  [/ \(`payrun [^`]*`\)/g, ''],
  [/[:;] (?:see )?`payrun [^`]*`[^.]*\./g, '.'],
  [/ (?:Nothing is lost: then|Then) run `payrun resume`\./g, ' Nothing is lost.'],
  [/(?:See|Run) `payrun [^`]*`[^.]*\. ?/g, ''],
];
