/** What can be read of a record of a list that cannot be read as a whole; undefined is what cannot be read either. */
export interface OddRecord {
  readonly id: string | undefined;
  readonly status: string | undefined;
  /** Of a payment; null if it says that it has none. */
  readonly externalId: string | null | undefined;
  /** Of a batch; empty if it says that it has none. */
  readonly tags: readonly string[] | undefined;
}

/** The records that were left out of an answer because they cannot be read: by the answer. */
const LEFT_OUT = new WeakMap<object, readonly OddRecord[]>();

export function noteOddRecords(answer: object, records: readonly OddRecord[]): void {
  if (records.length > 0) LEFT_OUT.set(answer, records);
}

/** Records of this answer that could not be read: what was asked for may be among them. */
export const oddRecordsOf = (answer: object): readonly OddRecord[] => LEFT_OUT.get(answer) ?? [];

/** Whether it may be the payment with this externalId. */
export const mayBePayment = (odd: OddRecord, externalId: string): boolean =>
  odd.externalId === undefined || odd.externalId === externalId;

/** Whether it may be a batch with this tag. */
export const mayHaveTag = ({ tags }: OddRecord, tag: string): boolean => tags === undefined || tags.includes(tag);

export function oddRecord(record: unknown): OddRecord {
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
