import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { paySheet } from '../src/engine/runs/pay.ts';
import { ENCODING_NAMES } from '../src/platform/encodings.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../src/settings/on-invalid.ts';

/** The main job: pays the recipients of a sheet and writes the results. */
export default defineJob({
  summary: 'pays every valid row of a sheet once',
  input: z.strictObject({
    file: z.string().min(1),
    merchant: z.string().optional(),
    /** skip, stop, or a percentage of the rows; never less strict than the rules in force, which are the default. */
    onInvalid: z
      .string()
      .transform((text, context) => {
        const policy = parseOnInvalid(text);
        if (policy === null)
          context.issues.push({ code: 'custom', message: `must be ${ON_INVALID_FORM}`, input: text });
        return policy ?? 'stop';
      })
      .optional(),
    decimal: z.enum(['point', 'comma']).optional(),
    encoding: z.enum(ENCODING_NAMES).optional(),
    worksheet: z.string().optional(),
    dryRun: z.boolean().default(false),
  }),
  triggers: [{ folder: 'inbox' }],
  run: async (appContext, input, { maker, progress, signal }) => [
    await paySheet(appContext, { ...input, maker, confirm: 'yes', progress, signal }),
  ],
});
