import { type Content, html, type Markup } from './markup.ts';
import type { View } from './view.ts';

/** Every form that changes something carries it. */
export function csrfField({ visitor }: Pick<View, 'visitor'>): Markup {
  return html`<input type="hidden" name="csrf" value="${visitor.csrf}">`;
}

export interface Field {
  readonly name: string;
  /** Where a page has several fields of one name. */
  readonly id?: string;
  readonly label: string;
  readonly type?: 'text' | 'search' | 'number' | 'password' | 'email' | 'date' | 'file';
  readonly value?: string | undefined;
  readonly hint?: string;
  /** What is wrong with it, in a sentence. */
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  /** Of a file: the endings that are offered first. */
  readonly accept?: string;
  /** For `inputmode`: which keyboard a phone shows. */
  readonly keyboard?: 'numeric' | 'decimal' | 'email' | 'search';
}

/** A labelled input; its hint and its error are read out with it. */
export function field(given: Field): Markup {
  const {
    name,
    id = name,
    label,
    type = 'text',
    value = '',
    hint,
    error,
    required = false,
    autocomplete,
    accept,
    keyboard,
  } = given;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}"${type === 'file' || type === 'password' ? '' : html` value="${value}"`}${required ? html` required` : ''}${
    autocomplete ? html` autocomplete="${autocomplete}"` : ''
  }${accept ? html` accept="${accept}"` : ''}${keyboard ? html` inputmode="${keyboard}"` : ''}${described ? html` aria-describedby="${described}"` : ''}${
    error ? html` aria-invalid="true"` : ''
  }>${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}${
    error ? html`<span class="error" id="${id}-error">${error}</span>` : ''
  }</p>`;
}

/** A labelled list to choose from. `options` are pairs of value and text; the chosen value is marked. */
export function choice(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Markup {
  return html`<p class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`,
  )}</select></p>`;
}

/** Whose a list shows, where there are several merchants. */
export function merchantChoice(merchants: readonly string[], chosen: string | null): Markup | '' {
  if (merchants.length <= 1) return '';
  return choice(
    'merchant',
    'Merchant',
    [['', 'every merchant'], ...merchants.map((id) => [id, id] as const)],
    chosen ?? '',
  );
}

export interface Deed {
  /** Where the form is sent. */
  readonly action: string;
  /** What the button says: a verb. */
  readonly button: string;
  /** Values that go with it. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Fields of the form. */
  readonly body?: Content;
  readonly tone?: 'danger' | 'main';
}

/** A button that does at once what it says: for what is harmless, or can be undone. */
export function actButton(view: View, { action, button, hidden = {}, body = '', tone }: Deed): Markup {
  return html`<form method="post" action="${action}" class="deed">${csrfField(view)}${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${body}<button${tone ? html` class="${tone}"` : ''}>${button}</button></form>`;
}

/**
 * The same for what cannot be undone: opens first, says what will happen, and only the button in there does it. Works without
 * a script.
 */
export function confirmButton(view: View, deed: Deed & { readonly question: Content; readonly sure: string }): Markup {
  return html`<details class="confirm"><summary>${deed.button}</summary><div>
<p>${deed.question}</p>
${actButton(view, { ...deed, button: deed.sure })}
</div></details>`;
}
