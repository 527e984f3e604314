/** The versions of pain.001 that are read, and how the answer to each is called. */
export const PAIN_ANSWERS = {
  'pain.001.001.03': 'pain.002.001.03',
  'pain.001.001.09': 'pain.002.001.10',
  'pain.001.001.11': 'pain.002.001.10',
} as const;

export type PainVersion = keyof typeof PAIN_ANSWERS;

/** The name of an ISO 20022 message within its namespace, also in that of a country's own rules for it. */
const MESSAGE = /\b((?:pain|pacs|camt)\.\d{3}\.\d{3}\.\d{2})\b/;

/** The message that a namespace is of; null for any other namespace. */
export function messageOf(namespace: string): string | null {
  return MESSAGE.exec(namespace)?.[1] ?? null;
}

export function isPainVersion(message: string | null): message is PainVersion {
  return message !== null && Object.hasOwn(PAIN_ANSWERS, message);
}

/** What other messages are, for whoever dropped one. */
const OTHERS: readonly { readonly begins: string; readonly is: string }[] = [
  { begins: 'pain.001', is: 'a payment order (pain.001) of another version' },
  { begins: 'pain.002', is: 'a status report (pain.002)' },
  { begins: 'pain.008', is: 'a direct debit (pain.008), which collects money' },
  { begins: 'camt.05', is: 'an account statement (camt)' },
];

/** What a message is that cannot be read, in words. */
export function otherMessage(message: string): string {
  const what = OTHERS.find(({ begins }) => message.startsWith(begins))?.is ?? 'another ISO 20022 message';
  const versions = Object.keys(PAIN_ANSWERS).join(', ');
  return `it is ${what}: ${message}. Of these files Payrun reads ${versions}`;
}
