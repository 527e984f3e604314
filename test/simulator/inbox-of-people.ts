import type { FileOwners } from '../../src/engine/inbox/file-maker.ts';

export * from '../../src/engine/inbox/file-maker.ts';

/** All sheets are dropped by one account, and none by Payrun's. */
export const realOwners: FileOwners = { own: -1, silent: [], nameOf: async () => 'mia' };
