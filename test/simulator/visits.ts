import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import { beginSession } from '../../src/ledger/users/session.ts';
import { findUser } from '../../src/ledger/users/user.ts';
import { createApp } from '../../src/web/app.ts';
import { features } from '../../src/web/features.ts';
import { csrfToken, newSessionId } from '../../src/web/session/session-cookie.ts';
import { tokenForPath } from '../../src/web/session/token-for-path.ts';

/** What a person does in a browser: opens a page, or sends a form. */
export interface Visit {
  readonly who: string;
  readonly path: string;
  /** The fields of a form, or one with a file. */
  readonly form?: Readonly<Record<string, string>> | FormData;
}

export interface Page {
  readonly status: number;
  /** Where it leads; empty where it leads nowhere. */
  readonly location: string;
  readonly text: string;
}

/** Someone logs in by the provider. */
export async function sessionOf(db: Db, who: string): Promise<string> {
  const [id, at] = [newSessionId(), new Date()];
  const user = await findUser(db, who);
  if (user) await beginSession(db, { id, user, stage: 'open', at, provedAt: at, until: new Date(+at + 3_600_000) });
  return id;
}

/** The program of a server that answers one visit. */
export async function pageOf({ path, form }: Visit, session: string): Promise<Page> {
  const appContext = await openAppContext(loadConfig());
  try {
    const nothing = { figures: {} as never, notReady: async () => null, came: () => {} };
    const app = createApp(features({ appContext, ...nothing, stopping: new AbortController().signal }), appContext.log);
    const csrf = csrfToken(session);
    const isUpload = form instanceof FormData;
    const answer = await app.request(`http://localhost${path}${isUpload ? `?csrf=${tokenForPath(csrf, path)}` : ''}`, {
      method: form ? 'POST' : 'GET',
      headers: {
        ...{ Host: 'localhost', Accept: 'text/html', Cookie: `payrun=${session}` },
        ...{ Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' },
      },
      ...(form && { body: isUpload ? form : new URLSearchParams({ ...form, csrf }) }),
    });
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
  } finally {
    await appContext.close();
  }
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A form of a page, with what it has filled in. */
export interface ShownForm {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The form of an action on a page; null where the page does not offer it. */
export function formOf({ text }: Page, action: string): ShownForm | null {
  for (const [, attributes = '', body = ''] of text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const path = plain(/ action="([^"#]*)/.exec(attributes)?.[1] ?? '');
    if (!path.endsWith(`/${action}`)) continue;
    const fields = [...body.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => {
      const [, name = ''] = / name="([^"]*)"/.exec(input) ?? [];
      return [name, plain(/ value="([^"]*)"/.exec(input)?.[1] ?? '')] as const;
    });
    return { path, fields: Object.fromEntries(fields) };
  }
  return null;
}

/** Why a form was refused; null where it was not, or the page does not say. */
export const refusalOn = ({ text }: Page): string | null => {
  const [, why] = /<p class="notice bad"[^>]*>(.*?)<\/p>/s.exec(text) ?? [];
  return why === undefined ? null : plain(why.replace(/<[^>]*>/g, '')).trim();
};
