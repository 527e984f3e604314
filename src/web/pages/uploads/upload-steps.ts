import type { Markup } from '../../components/markup.ts';
import { fixPath, runPath } from '../../components/paths.ts';
import { stepper, type TaskStep } from '../../components/stepper.ts';

const STEPS = ['File', 'Columns', 'Rows', 'Submit'] as const;

/** The steps of a file on its way to a payment run. `run`: the file's run, as soon as there is one. */
export function uploadSteps(here: (typeof STEPS)[number], run?: bigint): Markup {
  const steps = STEPS.map((title): TaskStep => {
    if (run === undefined || title === 'File' || title === 'Columns') return { title };
    return { title, path: title === 'Rows' ? fixPath(run) : runPath(run) };
  });
  return stepper('Steps of an upload', steps, STEPS.indexOf(here));
}
