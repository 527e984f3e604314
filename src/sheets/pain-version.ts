/** The versions of pain.001 that Payrun reads, and the pain.002 version that answers each. */
export const PAIN_ANSWERS = {
  'pain.001.001.03': 'pain.002.001.03',
  'pain.001.001.09': 'pain.002.001.10',
  'pain.001.001.11': 'pain.002.001.10',
  // Of the German banks (DK), with the elements of .001.03.
  'pain.001.003.03': 'pain.002.003.03',
} as const;

export type PainVersion = keyof typeof PAIN_ANSWERS;

/** The name of an ISO 20022 message in a namespace, including national variants. */
const MESSAGE = /\b((?:pain|pacs|camt)\.\d{3}\.\d{3}\.\d{2})\b/;

/** The message of a namespace; null if the namespace is not one of ISO 20022. */
export function messageOf(namespace: string): string | null {
  return MESSAGE.exec(namespace)?.[1] ?? null;
}

export function isPainVersion(message: string | null): message is PainVersion {
  return message !== null && Object.hasOwn(PAIN_ANSWERS, message);
}

export const PAIN_VERSIONS = Object.keys(PAIN_ANSWERS)
  .join(', ')
  .replace(/, ([^,]+)$/, ' or $1');

/** Other messages, in the words of the error. */
const OTHERS: readonly { readonly begins: string; readonly is: string }[] = [
  { begins: 'pain.002', is: 'a status report (pain.002)' },
  { begins: 'pain.008', is: 'a direct debit (pain.008), which collects money' },
  { begins: 'camt.05', is: 'an account statement (camt)' },
];

/** Describes a message that Payrun cannot read. */
export function otherMessage(message: string): string {
  const what = OTHERS.find(({ begins }) => message.startsWith(begins))?.is ?? 'another ISO 20022 message';
  return `it is ${what}: ${message}`;
}
