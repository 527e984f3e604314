/** Repairs for a damaged file: the end of "To repair it, ...". */
export const SAVE_AGAIN = 'open it in Excel or LibreOffice and save it again';

/** A payment order comes from another program, and no spreadsheet opens it. */
export const EXPORT_AGAIN = 'export it again from the program that it comes from';
