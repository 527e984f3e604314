import { registerHooks } from 'node:module';
import { extname } from 'node:path';

/** `src/`, or `dist/src/` of a build. */
const SOURCES = new URL('../../', import.meta.url);
const OURS = 'payrun/';
/** What `import ... from 'payrun'` means, as in `exports` of package.json. */
const ENTRY = 'payrun/engine/team-jobs';
const known = new Set<string>();

/**
 * Lets the files of a folder anywhere on the machine import `payrun`, files of Payrun's `src` as `payrun/engine/job`,
 * and the packages that Payrun has (`zod`). A team's folder has no node_modules, and does not depend on
 * whether Payrun is built. A package of the folder itself comes first.
 */
export function resolveForJobs(folder: URL): void {
  if (known.has(folder.href)) return;
  known.add(folder.href);
  registerHooks({
    resolve(asked, context, next) {
      if (!context.parentURL?.startsWith(folder.href)) return next(asked, context);
      const specifier = asked === 'payrun' ? ENTRY : asked;
      if (specifier.startsWith(OURS)) {
        const path = specifier.slice(OURS.length).replace(/\.[jt]s$/, '');
        return next(new URL(`${path}${extname(import.meta.url)}`, SOURCES).href, context);
      }
      try {
        return next(specifier, context);
      } catch (error) {
        if (/^[./]|:/.test(specifier)) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
