import type { Cells } from '../../model.ts';

export interface TemplateColumn {
  /** Canonical name. */
  readonly name: string;
  /** Text that a spreadsheet must not change. */
  readonly text: boolean;
  /** The requirements of each country. */
  readonly comment: string;
}

/** A recipient who was paid before and can be paid again by referenceId alone. */
export interface KnownRecipient {
  readonly referenceId: string;
  readonly name: string;
  readonly country: string;
}

/** The content of a template. Its writer needs no rules of countries. */
export interface TemplatePlan {
  readonly columns: readonly TemplateColumn[];
  /** Columns that are required only in some countries. */
  readonly guided: readonly string[];
  readonly countries: readonly string[];
  readonly currencies: readonly string[];
  readonly methods: readonly string[];
  /** `DE/iban` if a bank transfer to Germany requires an IBAN. */
  readonly required: readonly string[];
  readonly advised: readonly string[];
  /** Countries in which an IBAN can replace the country's own account numbers. */
  readonly ibanInstead: readonly string[];
  /** Rows by canonical name, without an amount. */
  readonly examples: readonly Cells[];
  readonly recipients: readonly KnownRecipient[];
  readonly currency: string | null;
}
