/** Something that happened in `payrun serve`: a sentence for people, and fields for programs. */
export interface ServeEvent {
  /** `part_failed`, `run`, `job`, `file`, `trouble`, `webhook`, `notice`, ... */
  readonly event: string;
  /** A sentence. Contains no bank details and no names of recipients. */
  readonly text: string;
  readonly [name: string]: unknown;
}
