/** The parts from which every format of a notification is made; plain text without control characters. */
export interface NotificationParts {
  readonly sandbox: boolean;
  /** The event and its sheet. */
  readonly title: string;
  /** The consequence and the next step. */
  readonly lines: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lists: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** Link to the next step; null if the pages have no public URL. */
  readonly action: { readonly label: string; readonly url: string } | null;
  /** Commands for users of the command line. */
  readonly footer: readonly string[];
  /** The ends of the audit, for `payrun verify --anchor`. */
  readonly anchors: readonly string[];
}
