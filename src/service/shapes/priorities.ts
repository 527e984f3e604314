/**
 * The order of calls that wait for the quota; lower numbers go first. Calls that move money go before calls that follow
 * it, and those before syncs of recipients, because a quote expires and a sync does not. The numbers are Bottleneck's 0
 * to 9.
 */
export const PRIORITIES = { money: 1, batch: 3, sync: 5, browse: 7 } as const;

export type Priority = keyof typeof PRIORITIES;
