/** Who approves where no person has to. No person can have this name: names have no colon. */
export const POLICY = 'policy:auto';
