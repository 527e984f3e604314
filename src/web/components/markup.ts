import { html } from 'hono/html';

/** A piece of a page. What is put into `html` is escaped, unless it is such a piece itself. */
export type Markup = ReturnType<typeof html>;

/** What a cell or a sentence may hold: text is escaped. */
export type Content = Markup | string | number | null | undefined;

export { html };
