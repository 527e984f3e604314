/** A text on its own begins with a capital letter. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
