import type { Money } from '../../model.ts';
import { getDecimals } from '../../money.ts';
import { type Content, html, type Markup } from './markup.ts';
import type { View } from './view.ts';

/** The hidden CSRF field, which every form that changes something needs. */
export function csrfField({ currentUser }: Pick<View, 'currentUser'>): Markup {
  return html`<input type="hidden" name="csrf" value="${currentUser.csrf}">`;
}

export interface Field {
  readonly name: string;
  /** Needed if a page has several fields with the same name. */
  readonly id?: string;
  readonly label: string;
  readonly type?: 'text' | 'search' | 'number' | 'password' | 'email' | 'date' | 'file';
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** For a date: the first one that is accepted. */
  readonly min?: string;
  readonly autocomplete?: string;
  /** For a file: the extensions that the browser offers. */
  readonly accept?: string;
  /** For `inputmode`: the keyboard that a phone shows. */
  readonly keyboard?: 'numeric' | 'decimal' | 'email' | 'search';
}

/** A labeled input; screen readers read its hint and error with it. The first one that was refused has the focus. */
export function field(given: Field): Markup {
  const { name, id = name, type = 'text', min, autocomplete, accept, keyboard } = given;
  return html`<p class="field"><label for="${id}">${given.label}</label>
<input id="${id}" name="${name}" type="${type}"${type === 'file' || type === 'password' ? '' : html` value="${given.value ?? ''}"`}${given.required ? html` required` : ''}${min ? html` min="${min}"` : ''}${
    autocomplete ? html` autocomplete="${autocomplete}"` : ''
  }${accept ? html` accept="${accept}"` : ''}${keyboard ? html` inputmode="${keyboard}"` : ''}${describedBy(id, given.hint, given.error)}>${explained(id, given.hint, given.error)}</p>`;
}

/** A field to search a list; its label is its placeholder. */
export function searchField({ label, value }: { readonly label: string; readonly value: string | null }): Markup {
  return html`<p class="field search"><label class="hidden" for="q">${label}</label>
<input id="q" name="q" type="search" value="${value ?? ''}" placeholder="${label}"></p>`;
}

/** A labeled selection list. `options` are pairs of value and text. */
export function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  { hint = '', error }: Pick<Field, 'hint' | 'error'> = {},
): Markup {
  return html`<p class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"${describedBy(name, hint, error)}>${optionTags(options, chosen)}</select>${explained(name, hint, error)}</p>`;
}

/** The options of a selection list: pairs of value and text. */
export const optionTags = (options: readonly (readonly string[])[], chosen: string): readonly Markup[] =>
  options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
  );

/** The reason that a form was refused; it has the focus. Empty if there is none. */
export const refusalNotice = (why: Content | false): Markup | '' =>
  why ? html`<p class="notice bad" tabindex="-1" autofocus role="alert">${why}</p>` : '';

/** The attributes by which screen readers find the hint and the error of an input. */
const describedBy = (id: string, hint = '', error = ''): Markup => {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`${ids ? html` aria-describedby="${ids}"` : ''}${error ? html` aria-invalid="true" autofocus` : ''}`;
};

const explained = (id: string, hint = '', error = ''): Markup =>
  html`${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}${
    error ? html`<span class="error" id="${id}-error">${error}</span>` : ''
  }`;

/** A box to choose a row of a list. The script adds up the `sums` of those that are chosen. */
export function checkbox({
  name,
  value = 'on',
  label,
  checked,
  sums,
}: {
  readonly name: string;
  readonly value?: string;
  readonly label: string;
  readonly checked: boolean;
  readonly sums: readonly Money[];
}): Markup {
  const data = sums.map(({ currency, minor }) => `${currency}:${minor}:${getDecimals(currency)}`).join(' ');
  return html`<input type="checkbox" name="${name}" value="${value}" aria-label="${label}"${checked ? html` checked` : ''} data-sums="${data}">`;
}

/** A filter by merchant, if there are several merchants. */
export function merchantChoice(merchants: readonly string[], chosen: string | null): Markup | '' {
  if (merchants.length <= 1) return '';
  return choice('merchant', 'Merchant', [['', 'All'], ...merchants.map((id) => [id, id] as const)], chosen ?? '');
}

export interface PostedAction {
  readonly action: string;
  /** The label of the button: a verb and its object. */
  readonly button: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly body?: Content;
  readonly tone?: 'danger' | 'main' | 'link';
}

/** A button that acts at once, for actions that are harmless or can be undone. */
export function actButton(view: View, { action, button, hidden = {}, body = '', tone }: PostedAction): Markup {
  return html`<form method="post" action="${action}" class="action">${csrfField(view)}${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${body}<button${tone ? html` class="${tone}"` : ''}>${button}</button></form>`;
}

/** A button that asks for confirmation first, for actions that cannot be undone. Works without JavaScript. */
export function confirmButton(
  view: View,
  action: PostedAction & {
    readonly question: Content;
    readonly sure: string;
    /** The reason of a refusal: then it is open. */
    readonly refused?: string | undefined;
    readonly more?: Content;
  },
): Markup {
  const { refused, more = '' } = action;
  return html`<details class="confirm"${refused === undefined ? '' : html` open`}><summary>${action.button}</summary><div>
<p>${action.question}</p>
${refused === undefined ? '' : html`<p class="notice bad" role="alert">${refused}</p>`}
${actButton(view, { ...action, button: action.sure })}${more}
</div></details>`;
}
