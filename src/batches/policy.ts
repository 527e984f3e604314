/** The approver's name if the policy approves. No user can have this name, because names have no colon. */
export const POLICY = 'policy:auto';
