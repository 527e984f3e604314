import { EXIT } from '../errors.ts';

/** From the worst to the best: what needs a developer, what is out of reach, what is wrong, what waits, what failed, done. */
const ORDER: readonly number[] = [EXIT.defect, EXIT.outOfReach, EXIT.usage, EXIT.waits, EXIT.rowsFailed, EXIT.done];

/** One exit code for several results. */
export function combineExitCodes(codes: readonly number[]): number {
  return ORDER.find((code) => codes.includes(code)) ?? EXIT.done;
}
