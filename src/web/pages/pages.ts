import type { Feature } from '../app.ts';
import { assets } from '../page/assets.ts';
import type { PageDeps } from '../page/view.ts';

/** The pages, one line each. What leads to them is `NAVIGATION` in `src/web/page/navigation.ts`. */
const PAGES: readonly ((deps: PageDeps) => Feature)[] = [];

/** All pages and what they load. They are registered after `sessions`: each asks for a visitor. */
export function pages(deps: PageDeps): Feature {
  return (app) => {
    for (const add of [assets(), ...PAGES.map((page) => page(deps))]) add(app);
  };
}
