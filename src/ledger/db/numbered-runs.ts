/** Ids of dry runs begin at this number, so that they use up no number that people see. */
export const FIRST_DRY_ID = 10n ** 15n;

/** SQL condition that an id, such as `r.id`, is a number that people see: dry runs are in no list. */
export const isNumbered = (id: string): string => `${id} < ${FIRST_DRY_ID}`;
