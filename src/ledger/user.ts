/** From the least to the most: each may do what those before it may. */
export const USER_ROLES = ['viewer', 'maker', 'approver', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];
