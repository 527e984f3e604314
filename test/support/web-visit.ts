import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { type Config, loadConfig } from '../../src/config.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { createPasswords, type Passwords } from '../../src/engine/users/password.ts';
import type { Feature } from '../../src/http/feature.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp } from '../../src/web/serve-app.ts';
import { sessions } from '../../src/web/session/sessions.ts';
import type { SessionDeps } from '../../src/web/session/start-session.ts';

/** Hashes that cost nothing. */
export const cheapPasswords = createPasswords({ cost: { log2N: 4, r: 1, p: 1 } });

/** A clock that moves only when told to. It starts in the middle of 30 seconds. */
export function movableClock(start = 1_800_000_015_000) {
  let at = start;
  return {
    now: () => at,
    sleep: async () => {},
    pass: (ms: number) => {
      at += ms;
    },
  };
}

export const MINUTE = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** The pages behind `sessions`, on a port of their own. */
export async function servePages(
  ledger: Ledger,
  clock: ReturnType<typeof movableClock>,
  pages: Feature,
  given: {
    readonly config?: Partial<Config>;
    readonly rates?: SessionDeps['rates'];
    readonly passwords?: Passwords;
    readonly log?: Log;
  } = {},
) {
  const { passwords = cheapPasswords, log = createLog('silent') } = given;
  const config = { ...loadConfig({}, tmpdir()), ...given.config };
  const appContext = { ledger, clock, log, config, sandbox: true } as unknown as AppContext;
  const plenty = { burst: 100_000, perSecond: 1 };
  const rates = given.rates ?? { pages: plenty, logins: plenty };
  const feature = sessions({ appContext, passwords, rates });
  return serveApp(createApp([feature, pages], log), { host: '127.0.0.1', port: 0 });
}

/** A user's browser: keeps cookies, and sends its address. */
export function browse(url: string, as: { readonly address?: string } = {}) {
  const jar = new Map<string, string>();
  const { origin, port, host } = new URL(url);

  const send = (
    method: string,
    path: string,
    headers: Record<string, string | undefined>,
    body?: string,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const all = { Host: host, Accept: 'text/html', Cookie: cookie, 'X-Forwarded-For': as.address, ...headers };
      const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Record<string, string>;
      const sent = request({ host: '127.0.0.1', port, method, path, headers: kept, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => {
          const cookies = response.headers['set-cookie'] ?? [];
          for (const line of cookies) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            if (/max-age=0/i.test(line)) jar.delete(name);
            else jar.set(name, value);
          }
          const plain = Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          );
          resolve({ status: response.statusCode!, headers: plain, cookies, text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });

  const browser = {
    jar,
    get: (path: string, headers: Record<string, string | undefined> = {}) => send('GET', path, headers),
    /** As the form of a page sends it; `headers` with undefined leaves one out. */
    post: (path: string, form: Record<string, string>, headers: Record<string, string | undefined> = {}) =>
      send(
        'POST',
        path,
        {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
          ...headers,
        },
        new URLSearchParams(form).toString(),
      ),
    send,
    /** The token of the forms of this session. */
    csrf: () =>
      createHmac('sha256', [...jar].find(([name]) => name.endsWith('payrun'))?.[1] ?? '')
        .update('csrf')
        .digest('base64url'),
    logIn: (name: string, password: string, next = '/') => browser.post('/login', { name, password, next }),
  };
  return browser;
}
