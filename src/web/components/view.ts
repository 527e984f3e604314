import type { Context } from 'hono';
import type { AppContext } from '../../engine/context/app-context.ts';
import { PayrunError } from '../../errors.ts';
import type { CurrentUser } from '../current-user.ts';
import { readerLocale } from './reader-locale.ts';

/** What every page is made from. */
export interface PageDeps {
  readonly appContext: AppContext;
  /** Aborts when the server stops: what is being streamed then ends. */
  readonly stopping?: AbortSignal;
}

/** Who reads a page, in what language's numbers, and when. Every component takes it first. */
export interface View {
  readonly visitor: CurrentUser;
  /** Of numbers and amounts, as the browser asks for: `de-DE`. */
  readonly locale: string;
  /** ms UTC. */
  readonly now: number;
  readonly sandbox: boolean;
  /** Of this page, without its query. */
  readonly path: string;
}

/** Throws `defect` where a page is reached without a session: pages exist only behind the login. */
export function viewOf(context: Context, { appContext: { clock, sandbox } }: PageDeps): View {
  const visitor = context.get('visitor') as CurrentUser | undefined;
  if (!visitor) throw new PayrunError('defect', { detail: 'a page without a visitor' });
  return {
    visitor,
    locale: readerLocale(context.req.header('Accept-Language')),
    now: clock.now(),
    sandbox,
    path: context.req.path,
  };
}
