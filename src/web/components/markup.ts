import { html as template } from 'hono/html';
import { withoutDirectionOverrides } from '../../platform/printable.ts';
import { withWholeAccounts } from '../../references/shown-account.ts';

/** A fragment of HTML. `html` escapes every value that is not such a fragment itself. */
export type Markup = ReturnType<typeof template>;

/** Content of a cell or a sentence: text is escaped. */
export type Content = Markup | string | number | null | undefined;

/**
 * A fragment of HTML. Texts are escaped, and have no characters that turn the direction of the text around them: a name
 * or a comment could show an amount as another one. Attributes and fields of forms keep them, because forms send them
 * back. Masked accounts in texts stay on one line.
 */
export const html: typeof template = (strings, ...values) =>
  template(strings, ...values.map((value, i) => (isKept(strings[i]!, strings[i + 1]!) ? value : shown(value))));

const isKept = (before: string, after: string): boolean => before.endsWith('="') || after.startsWith('</textarea>');

function shown(value: unknown): unknown {
  if (typeof value === 'string') return withWholeAccounts(withoutDirectionOverrides(value));
  return Array.isArray(value) ? value.map(shown) : value;
}
