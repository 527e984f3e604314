import type { SheetRow } from '../../model.ts';
import type { WriteResults } from '../fill-results.ts';
import type { Noticed } from '../sheet-facts.ts';
import type { Sidecar, Understood } from '../understood-sheet.ts';
import type { PainAnswer } from '../write/fill-pain-answer.ts';

// The data exchanged between Payrun's process and one that reads a sheet.

export interface SentSource {
  readonly name: string;
  readonly sidecar: Sidecar | null;
}

export interface SentSheet {
  readonly name: string;
  readonly understood: Understood;
  readonly noticed: Noticed;
}

/** The next rows, or the facts that are known at the end of the sheet. */
export type SentRows = { readonly rows: readonly SheetRow[] } | { readonly noticed: Noticed };

export type SentAnswer = Omit<PainAnswer, 'results'>;
/** `totals`: whether Payrun's process has any. */
export type SentResults = Omit<WriteResults, 'results' | 'totals'> & { readonly totals: boolean };
