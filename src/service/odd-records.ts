/** How many records of a list could not be read, and were left out of the answer: by the answer. */
const LEFT_OUT = new WeakMap<object, number>();

export function noteOddRecords(answer: object, records: number): void {
  if (records > 0) LEFT_OUT.set(answer, records);
}

/** Records of this answer that could not be read: what was asked for may be among them. */
export const oddRecordsOf = (answer: object): number => LEFT_OUT.get(answer) ?? 0;
