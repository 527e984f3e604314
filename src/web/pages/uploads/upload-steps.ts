import { html, type Markup } from '../../components/markup.ts';
import { columnsPath, fixPath, runPath } from '../../components/paths.ts';

const STEPS = ['File', 'Columns', 'Rows', 'Submit'] as const;

/**
 * The steps of a file on its way to a payment run. `run`: the file's run, as soon as there is one. `isMatchable`: its
 * reader may match its columns again; `isCorrectable`: may correct its rows.
 */
export function uploadSteps(
  current: (typeof STEPS)[number],
  run?: bigint,
  { isMatchable = false, isCorrectable = true }: { isMatchable?: boolean; isCorrectable?: boolean } = {},
): Markup {
  const steps = STEPS.map((title): TaskStep => {
    if (
      run === undefined ||
      title === 'File' ||
      (title === 'Columns' && !isMatchable) ||
      (title === 'Rows' && !isCorrectable)
    )
      return { title };
    return { title, path: { Columns: columnsPath, Rows: fixPath, Submit: runPath }[title](run) };
  });
  return stepper('Upload steps', steps, STEPS.indexOf(current));
}

/** A step of a task: a link if the reader can go to it. */
interface TaskStep {
  readonly title: string;
  readonly path?: string;
}

/** The steps of a task in their order, with the one that this page is. */
function stepper(label: string, steps: readonly TaskStep[], current: number): Markup {
  return html`<ol class="steps" aria-label="${label}">${steps.map(({ title, path }, at) => {
    const name =
      path === undefined || at === current ? html`<span>${title}</span>` : html`<a href="${path}">${title}</a>`;
    const state = at < current ? html` class="past"` : at === current ? html` aria-current="step"` : '';
    return html`<li${state}>${name}</li>`;
  })}</ol>`;
}
