/** How many approvals a run needs, and how many of exactly what awaits approval it has: the same for every reader. */
export interface ApprovalsCount {
  readonly needed: 1 | 2;
  readonly given: 0 | 1;
}

/**
 * `needsTwo`: whether a rule asks for two, apart from what its batches ask for. A first approval of something else is
 * null in `approvedFirstBy`. Whoever released changed bank details may give one of two approvals, but not the only one;
 * until they do, one approval of someone else is enough.
 */
export function countApprovals(
  batches: readonly { readonly approversNeeded: number; readonly approvedFirstBy: string | null }[],
  needsTwo: boolean,
): ApprovalsCount {
  const given = batches.length > 0 && batches.every(({ approvedFirstBy }) => approvedFirstBy !== null);
  const needed = needsTwo || given || batches.some(({ approversNeeded }) => approversNeeded === 2);
  return { needed: needed ? 2 : 1, given: given ? 1 : 0 };
}

/** "1 of 2 approvals" */
export function approvalsText({ needed, given }: ApprovalsCount): string {
  return `${given} of ${needed} ${needed === 1 ? 'approval' : 'approvals'}`;
}
