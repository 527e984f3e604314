import { EXIT } from '../errors.ts';

/** From worst to best: defect, out of reach, usage, waiting, failed rows, done. */
const ORDER: readonly number[] = [EXIT.defect, EXIT.outOfReach, EXIT.usage, EXIT.waits, EXIT.rowsFailed, EXIT.done];

/** One exit code for several results: the worst of them. `done` if the list is empty. */
export function combineExitCodes(codes: readonly number[]): number {
  return ORDER.find((code) => codes.includes(code)) ?? EXIT.done;
}
