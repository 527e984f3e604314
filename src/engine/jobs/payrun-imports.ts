import { registerHooks } from 'node:module';
import { extname } from 'node:path';

/** The module for `import ... from 'payrun'`, as in `exports` of package.json; `.js` in a build. */
const ENTRY = new URL(`../team-jobs${extname(import.meta.url)}`, import.meta.url).href;
const known = new Set<string>();

/**
 * Lets the files of a folder anywhere on the machine import `payrun` and the packages that Payrun has (`zod`). A team's
 * folder has no node_modules, and does not depend on whether Payrun is built. A package of the folder itself comes
 * first.
 */
export function resolveForJobs(folder: URL): void {
  if (known.has(folder.href)) return;
  known.add(folder.href);
  registerHooks({
    resolve(asked, context, next) {
      if (!context.parentURL?.startsWith(folder.href)) return next(asked, context);
      if (asked === 'payrun') return next(ENTRY, context);
      try {
        return next(asked, context);
      } catch (error) {
        if (/^[./]|:/.test(asked)) throw error;
        return next(asked, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
