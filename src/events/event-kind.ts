/** The data of an event. Another version may have written it, so every field may be missing or of any type. */
export type EventData = Readonly<Record<string, unknown>>;

/**
 * Sentences with blanks, `{field:blank}`: `src/lists/event-text/blanks.ts` has the kinds of blanks, and without one the
 * field is a text. A sentence with an empty blank is left out, as is a part in square brackets; false is no sentence.
 */
export type Sentences = readonly (string | false)[];

export interface EventKind {
  /** The event in a few words. */
  readonly title: string | ((data: EventData) => string);
  /** The details. If omitted, the title is all. */
  readonly says?: Sentences | ((data: EventData) => Sentences);
}

/** The channel of an action, as its last sentence. */
export const FROM = '{from:channel}';
