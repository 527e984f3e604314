/**
 * How clearly a phrase means its column. `strong`: it clearly means the amount to pay, or the ID of a payment or
 * recipient. `earned`: as `strong`, if no column says what is transferred of it. `plain`: it does so if no other column
 * of the sheet could be meant. `weak`: as `plain`, and only if no column beside it changes the amount to pay, or is the
 * same thing in clearer words: a contact person beside a company, a reference that the recipient gave beside a bill's.
 */
export type Strength = 'strong' | 'earned' | 'plain' | 'weak';

export interface Phrase {
  /** Null for a known header that no payment needs. */
  readonly column: string | null;
  readonly strength: Strength;
}
