/** `before` and "acme", if the reader sees several merchants. */
export const merchantIfSeveral = (merchant: string, several: boolean, before = ', '): string =>
  several ? `${before}${merchant}` : '';
