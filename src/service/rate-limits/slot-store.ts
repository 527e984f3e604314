/**
 * The storage of the quota's slots, shared by every process that uses the same keys or the same IP address. A slot is
 * free when its `free_at` has passed. All times are ms UTC.
 */
export interface SlotStore {
  /**
   * Takes `wanted` free slots of `key`, or none. Sets their `free_at` to `holdUntil`, so that a process that dies
   * blocks them only until then. If too few are free, returns the time when enough will be.
   */
  take(
    key: string,
    capacity: number,
    holdUntil: number,
    wanted: number,
  ): Promise<{ readonly slots: readonly number[] } | { readonly freeAt: number }>;
  /** Sets the slots to be free at `freeAt`. */
  giveBack(key: string, slots: readonly number[], freeAt: number): Promise<void>;
  /** The number of slots of `key` that are not free now. */
  used(key: string): Promise<number>;
}
