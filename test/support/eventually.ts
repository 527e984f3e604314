import { vi } from 'vitest';

/** Waits until `test` passes. Its limit is for a machine as busy as can be. */
export const eventually = <T>(test: () => T | Promise<T>): Promise<T> => vi.waitFor(test, { timeout: 600_000 });
