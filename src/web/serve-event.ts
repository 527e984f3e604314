/** Something that happened while Payrun serves: one line for people, and what a program reads of it. */
export interface ServeEvent {
  /** `part_failed`, `run`, `job`, `file`, `trouble`, `webhook`, `notice`, ... */
  readonly event: string;
  /** A sentence. No bank details and no names of recipients. */
  readonly text: string;
  readonly [name: string]: unknown;
}
