/** The number of approvals that a run needs, and has for exactly this content: the same for every reader. */
export interface ApprovalsCount {
  readonly needed: 1 | 2;
  readonly given: 0 | 1;
}

/**
 * `needsTwo`: whether a rule asks for two, apart from its batches. A first approval of other content is null in
 * `approvedFirstBy`. A user who released changed bank details may give one of two approvals, but not the only one;
 * until they do, one approval by someone else is enough.
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
