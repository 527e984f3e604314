import { html, type Markup } from './markup.ts';

/** A step of a task: a link if the reader can go there from here. */
export interface TaskStep {
  readonly title: string;
  readonly path?: string;
}

/** The steps of a task in their order, with the one that this page is. */
export function stepper(label: string, steps: readonly TaskStep[], here: number): Markup {
  return html`<ol class="steps" aria-label="${label}">${steps.map(({ title, path }, at) => {
    const name = path === undefined || at === here ? html`<span>${title}</span>` : html`<a href="${path}">${title}</a>`;
    const state = at < here ? html` class="past"` : at === here ? html` aria-current="step"` : '';
    return html`<li${state}>${name}</li>`;
  })}</ol>`;
}
