import type { Markup } from '../../components/markup.ts';
import { columnsPath, fixPath, runPath } from '../../components/paths.ts';
import { stepper, type TaskStep } from '../../components/stepper.ts';

const STEPS = ['File', 'Columns', 'Rows', 'Submit'] as const;

/**
 * The steps of a file on its way to a payment run. `run`: the file's run, as soon as there is one. `isMatchable`: its
 * reader may match its columns again; `isCorrectable`: may correct its rows.
 */
export function uploadSteps(
  here: (typeof STEPS)[number],
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
  return stepper('Steps of an upload', steps, STEPS.indexOf(here));
}
