import type { Cells } from '../../model.ts';

export interface TemplateColumn {
  /** Canonical name. */
  readonly name: string;
  /** Text that a spreadsheet must leave alone. */
  readonly text: boolean;
  /** What each country needs in it. */
  readonly comment: string;
}

/** Somebody who was paid before and can be paid again by their number alone. */
export interface KnownRecipient {
  readonly referenceId: string;
  readonly name: string;
  readonly country: string;
}

/** All that a template says; whoever writes it knows nothing of countries. */
export interface TemplatePlan {
  readonly columns: readonly TemplateColumn[];
  /** Those of the columns whose need depends on the country. */
  readonly guided: readonly string[];
  readonly countries: readonly string[];
  readonly currencies: readonly string[];
  readonly methods: readonly string[];
  /** `DE/iban` where a bank transfer to Germany needs an IBAN. */
  readonly required: readonly string[];
  readonly advised: readonly string[];
  /** Countries where an IBAN may stand for the country's own numbers. */
  readonly ibanInstead: readonly string[];
  /** Rows by canonical name, without an amount. */
  readonly examples: readonly Cells[];
  readonly recipients: readonly KnownRecipient[];
  readonly currency: string | null;
}
