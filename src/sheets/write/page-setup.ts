/** All columns fit on the width of a printed page. */
export const PRINTED = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;

/** The header stays visible when scrolling. */
export const FROZEN = [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }] as const;
