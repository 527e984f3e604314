/**
 * Where the quota's slots live, shared by every process that uses the same keys or the same address. A slot is free when its
 * `free_at` has passed. All times are ms UTC.
 */
export interface SlotStore {
  /**
   * Takes `wanted` free slots of `key`, or none: sets their `free_at` to `holdUntil`, so that a process that dies while it
   * holds one blocks it for that long only. Where too few are free: when enough will be.
   */
  take(
    key: string,
    capacity: number,
    holdUntil: number,
    wanted: number,
  ): Promise<{ readonly slots: readonly number[] } | { readonly freeAt: number }>;
  /** The slots are free again at `freeAt`. */
  giveBack(key: string, slots: readonly number[], freeAt: number): Promise<void>;
  /** How many slots of `key` are not free now. */
  used(key: string): Promise<number>;
}
