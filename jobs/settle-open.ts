import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { resumeRuns } from '../src/engine/resume.ts';

/** Follows everything that was started and is not final. */
export default defineJob({
  summary: 'asks the service about every started payment that is not final',
  input: z.strictObject({}),
  run: (workplace, _, { progress, signal }) => resumeRuns(workplace, { states: ['on_the_way'], progress, signal }),
});
