/** On paper all columns stand side by side. */
export const PRINTED = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;

/** The header stays in sight. */
export const FROZEN = [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }] as const;
