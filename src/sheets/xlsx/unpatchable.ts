/**
 * Thrown if a workbook cannot be patched safely. Its results are then written as a new workbook that states `reason`,
 * which completes "... because".
 */
export class Unpatchable extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The workbook cannot be patched: ${reason}`);
    this.name = 'Unpatchable';
    this.reason = reason;
  }
}
