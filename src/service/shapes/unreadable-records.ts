/** The readable parts of a list record that does not have the known form; undefined if a part cannot be read. */
export interface UnreadableRecord {
  readonly id: string | undefined;
  readonly status: string | undefined;
  /** For a payment; null if it says that it has none. */
  readonly externalId: string | null | undefined;
  /** For a batch; empty if it says that it has none. */
  readonly tags: readonly string[] | undefined;
}

/** The unreadable records that were removed from an answer, by the answer. */
const LEFT_OUT = new WeakMap<object, readonly UnreadableRecord[]>();

export function setUnreadableRecords(answer: object, records: readonly UnreadableRecord[]): void {
  if (records.length > 0) LEFT_OUT.set(answer, records);
}

/** The unreadable records of this answer; a record that was looked for may be among them. */
export const getUnreadableRecords = (answer: object): readonly UnreadableRecord[] => LEFT_OUT.get(answer) ?? [];

/** True if it may be the payment with this externalId. */
export const mayBePayment = (record: UnreadableRecord, externalId: string): boolean =>
  record.externalId === undefined || record.externalId === externalId;

/** True if it may be a batch with this tag. */
export const mayHaveTag = ({ tags }: UnreadableRecord, tag: string): boolean =>
  tags === undefined || tags.includes(tag);

export function toUnreadableRecord(record: unknown): UnreadableRecord {
  const fields = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>;
  const { id, status, externalId, tags } = fields;
  return {
    id: textOf(id),
    status: textOf(status),
    externalId: typeof externalId === 'string' || externalId === null ? externalId : undefined,
    tags: tags === null ? [] : isTexts(tags) ? tags : undefined,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
