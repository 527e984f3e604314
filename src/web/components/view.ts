import type { Context } from 'hono';
import type { AppContext } from '../../engine/context/app-context.ts';
import { PayrunError } from '../../errors.ts';
import type { CurrentUser } from '../current-user.ts';
import { noticeIn, refusalIn } from './notice-in-url.ts';
import { readerLocale } from './reader-locale.ts';
import { readerZone } from './reader-zone.ts';

export interface PageDeps {
  readonly appContext: AppContext;
  /** Aborts when the server stops, which ends streaming responses. */
  readonly stopping?: AbortSignal;
}

/** The visitor, their locale and the time of the request. Every component takes it as its first argument. */
export interface View {
  readonly currentUser: CurrentUser;
  /** For numbers and amounts, from the browser's settings: `de-DE`. */
  readonly locale: string;
  /** For times: the reader's time zone if it is known, else that of the business. */
  readonly timeZone: string;
  /** ms UTC. */
  readonly now: number;
  /** Whether money moves, if known; null in production. */
  readonly banner: string | null;
  /** Path of this page, without the query. */
  readonly path: string;
  /** The result of the last action, or its refusal: a sentence in its address. */
  readonly notice?: string | undefined;
  readonly refusal?: string | undefined;
}

/** Throws `defect` if a page is reached without a session: pages exist only behind the login. */
export function createView(context: Context, { appContext: { clock, config } }: PageDeps): View {
  const currentUser = context.get('currentUser') as CurrentUser | undefined;
  if (!currentUser) throw new PayrunError('defect', { detail: 'a page without a current user' });
  return {
    currentUser,
    locale: readerLocale(context.req.header('Accept-Language')),
    timeZone: readerZone(context, config.timeZone),
    now: clock.now(),
    banner: context.get('banner') ?? null,
    path: context.req.path,
    notice: noticeIn(context, { currentUser }),
    refusal: refusalIn(context, { currentUser }),
  };
}
