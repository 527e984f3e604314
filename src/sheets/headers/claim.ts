import type { HeaderUnit } from './header-unit.ts';
import type { Strength } from './phrases/phrase.ts';

export interface Claim {
  column: string | null;
  strength: Strength | 'said';
  /** Matched by a name of the catalog or a mapping: cells that do not fit are then errors of their rows. */
  exact: boolean;
  /** Matched by the canonical name itself, to the letter. */
  canonical: boolean;
  why: string | null;
  candidate: string | null;
  ruledOut: boolean;
  changes: boolean;
  besides: boolean;
  payer: boolean;
  /** The header names the recipient. */
  recipient: boolean;
  /** The header is only a word for the recipient: "Vendor". */
  bareRecipient: boolean;
  /** An amount before tax. */
  net: boolean;
  unit: HeaderUnit | null;
  /** Only a part of the header means the column. */
  composed: boolean;
}

/** Takes a column from a claim and makes it a question. */
export function drop(claim: Claim, why: string): void {
  Object.assign(claim, { candidate: claim.column, column: null, why });
}
