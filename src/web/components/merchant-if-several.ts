/** " of acme", if the reader sees several merchants. */
export const merchantIfSeveral = (merchant: string, several: boolean): string => (several ? ` of ${merchant}` : '');
