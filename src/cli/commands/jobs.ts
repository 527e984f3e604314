import { findJobs } from '../../engine/find-jobs.ts';
import type { Invocation } from '../command.ts';
import { printedTable } from '../table.ts';

/** The jobs in `jobs/`; one that does not load says why. */
export async function jobs({ terminal }: Invocation): Promise<number> {
  const found = await findJobs();
  const listed = found.map(({ name, job, fault }) => ({ name, summary: job?.summary ?? null, fault }));
  terminal.document({ jobs: listed });
  terminal.print(
    printedTable(
      [
        { title: 'job', text: ({ name }) => name },
        { title: 'does', text: ({ summary, fault }) => summary ?? `does not load: ${fault}` },
      ],
      listed,
    ),
  );
  return found.some(({ fault }) => fault !== null) ? 2 : 0;
}
