/**
 * Who goes first when calls wait for the quota; the lower number. What moves money goes before what follows it, and that
 * before what brings recipients up to date, because a quote ages and a sync does not. The numbers are Bottleneck's 0 to 9.
 */
export const PRIORITIES = { money: 1, batch: 3, sync: 5, browse: 7 } as const;

export type Priority = keyof typeof PRIORITIES;
