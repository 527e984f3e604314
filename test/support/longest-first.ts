import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');

/** The files that take longest, that one first: 90 to 35 s each on two cores. They wait more than their size tells. */
const LONGEST = [
  'test/scenarios/mistakes.test.ts',
  'test/cli/commands.test.ts',
  'test/scenarios/main-job.test.ts',
  'test/cli/service-trouble.test.ts',
  'test/web/pages/walk-access.test.ts',
  'test/scenarios/crash.test.ts',
  'test/web/pages/walk.test.ts',
  'test/scenarios/several-merchants.test.ts',
  'test/scenarios/oddities.test.ts',
  'test/scenarios/batches/refused-batches.test.ts',
  'test/scenarios/sheets/wrong-account.test.ts',
  'test/engine/queue/queue-workers.test.ts',
].map((file) => join(ROOT, file));

/** A long file that begins last keeps one worker busy while the others have nothing left. The rest as Vitest has it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((file) => !existsSync(file));
    if (gone.length > 0) throw new Error(`test/support/longest-first.ts names files that are not there: ${gone}`);
    const place = ({ moduleId }: TestSpecification) =>
      LONGEST.includes(moduleId) ? LONGEST.indexOf(moduleId) : LONGEST.length;
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
