/**
 * A workbook that cannot be patched with certainty. Its results are written as a new workbook, and `reason` is said in them; it
 * completes "... because".
 */
export class Unpatchable extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The workbook cannot be patched: ${reason}`);
    this.name = 'Unpatchable';
    this.reason = reason;
  }
}
