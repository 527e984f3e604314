import { html } from 'hono/html';

/** A fragment of HTML. `html` escapes every value that is not such a fragment itself. */
export type Markup = ReturnType<typeof html>;

/** Content of a cell or a sentence: text is escaped. */
export type Content = Markup | string | number | null | undefined;

export { html };
