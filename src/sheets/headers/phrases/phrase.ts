/**
 * The strength of a phrase as a name of its column. `strong`: it clearly means the amount to pay, or the ID of a
 * payment or recipient. `earned`: as `strong`, if no column has the amount transferred. `plain`: it does so if no other
 * column of the sheet could be meant. `weak`: as `plain`, and only if no other column changes the amount to pay, or is
 * the same thing in clearer words: a contact person next to a company, the recipient's reference next to a bill's.
 */
export type Strength = 'strong' | 'earned' | 'plain' | 'weak';

export interface Phrase {
  /** Null for a known header that no payment needs. */
  readonly column: string | null;
  readonly strength: Strength;
}
