import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Config } from '../../config.ts';
import { type Frame, frameOf } from '../../engine/merchants/onboarding-frame.ts';
import { readBody } from '../../http/bodies/read-body.ts';
import type { Feature } from '../../http/feature.ts';
import { getRequestOrigin, type OriginSettings } from '../../http/request-origin.ts';
import { createRequestThrottle, RATES, type Rate } from '../../http/request-throttle.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type OnboardingVisit, openOnboarding, saveOnboardingSession } from '../../ledger/merchants/onboarding.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { refusal } from '../app.ts';

interface OnboardingOptions {
  readonly ledger: Pick<Ledger, 'db' | 'vault'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'onboarding'> & OriginSettings;
  /** Requests per address. Default: `RATES`. */
  readonly rate?: Rate | undefined;
  /** Address of the payout service. */
  readonly serviceUrl: () => Promise<string>;
}

const MERCHANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const SESSION = /^[\x21-\x7e]{1,200}$/;
const INVALID = 'This link is incomplete or no longer valid. Ask the sender for a new one.';
const LATER = 'Try again later, or tell the person who sent you the link. The link stays valid.';

/** With the files that they consist of. Of the other pages, this one has the tokens and the sandbox line only. */
const ASSETS = [
  ['frame.js', 'text/javascript; charset=utf-8', ['frame.js']],
  [
    'frame.css',
    'text/css; charset=utf-8',
    ['../static/styles/tokens.css', '../static/styles/sandbox.css', 'frame.css'],
  ],
] as const;

/**
 * `GET /onboarding/<merchant>?link=<token>`: the page on which a merchant completes its verification. `POST
 * /onboarding/<merchant>/session`: stores its progress. Every invalid link gets the same answer, whatever the reason.
 * The link is never logged.
 */
export function onboardingPages(options: OnboardingOptions): Feature {
  const { ledger, clock, log, config, serviceUrl, rate = RATES.onboarding } = options;
  const { db, vault } = ledger;
  const mayAsk = createRequestThrottle(clock, rate);
  const open = async (merchant: string, token: unknown) => {
    if (!MERCHANT.test(merchant) || typeof token !== 'string' || !TOKEN.test(token)) return null;
    return openOnboarding(db, vault, { merchant, token, now: new Date(clock.now()) });
  };
  const refuse = (context: Context, status: 400 | 403 | 404 | 415, message: string) => {
    const code = status === 403 ? 'not_authorized' : status === 404 ? 'not_found' : 'invalid_field';
    return context.json(refusal(code, message), status);
  };

  return (app) => {
    app.use('/onboarding/*', async (context, next) => {
      if (mayAsk(getRequestOrigin(context, config).block)) await next();
      else context.res = context.json(refusal('rate_limited', 'Too many requests from your IP address.'), 429);
      for (const [name, value] of HEADERS) if (!context.res.headers.has(name)) context.header(name, value);
    });

    for (const [name, type, files] of ASSETS) {
      const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('');
      app.get(`/onboarding/${name}`, (context) => context.body(text, 200, { 'Content-Type': type }));
    }

    app.get('/onboarding/:merchant', async (context) => {
      const visit = await open(context.req.param('merchant'), context.req.query('link'));
      if (!visit) return context.html(messagePage('Link not valid', INVALID), 404);
      const frame = frameOf(config, await serviceUrl(), visit);
      if (!frame) {
        log.error({ merchant: visit.merchant }, 'an onboarding page has no script or no template in the settings');
        return context.html(messagePage('Not ready', LATER, 'This page is not ready yet'), 503);
      }
      context.header('Content-Security-Policy', policyOf(frame));
      log.info({ merchant: visit.merchant }, 'an onboarding page was opened');
      return context.html(onboardingPage(visit, frame));
    });

    app.post('/onboarding/:merchant/session', async (context) => {
      if (!isOwn(context)) return refuse(context, 403, 'This is sent by the onboarding page only.');
      if (!/^application\/json\s*(;|$)/i.test(context.req.header('Content-Type') ?? ''))
        return refuse(context, 415, 'The body must be JSON.');
      const body = jsonOf(await readBody(context));
      const { link, session } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
      const visit = await open(context.req.param('merchant'), link);
      if (!visit) return refuse(context, 404, 'There is nothing here.');
      if (typeof session !== 'string' || !SESSION.test(session))
        return refuse(context, 400, 'The verification service does not know this session.');
      const { merchant } = visit;
      const now = new Date(clock.now());
      if (!(await saveOnboardingSession(db, vault, { merchant, token: String(link), now, session })))
        return refuse(context, 404, 'There is nothing here.');
      log.info({ merchant }, 'an onboarding session was stored');
      return context.json({ ok: true });
    });
  };
}

/** Null if it is no JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-Robots-Tag', 'noindex'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

function policyOf({ script, origins }: Frame): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${new URL(script).origin}`,
    "style-src 'self'",
    "connect-src 'self'",
    `frame-src ${origins.join(' ')}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Whether a page of this server sent the request. Current browsers send `Sec-Fetch-Site`; older ones send the origin.
 */
function isOwn(context: Context): boolean {
  const site = context.req.header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = context.req.header('Origin');
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === context.req.header('Host');
}

type Page = ReturnType<typeof html>;

/**
 * The onboarding page: the component with its attributes, and the messages around it; `frame.js` shows one at a time.
 * The settings check that `tag` is a valid tag name; everything else is escaped.
 */
export function onboardingPage({ merchant, environment, remoteId, session }: OnboardingVisit, frame: Frame): Page {
  const { tag, script, eventPrefix, template } = frame;
  const mode = environment === 'production' ? 'PRODUCTION' : 'SANDBOX';
  const client = remoteId === null ? '' : html` client-reference-id="${remoteId}"`;
  const resumed = session === null ? '' : html` session-id="${session}"`;
  return layout(
    `Verification of ${merchant}`,
    html`<script src="frame.js" defer></script>
<script src="${script}" defer data-component></script>`,
    html`${mode === 'SANDBOX' ? html`<aside class="sandbox" aria-label="Environment">Sandbox: this is a test. Do not enter real data.</aside>` : ''}
<main data-prefix="${eventPrefix}" data-tag="${tag}" data-session="${merchant}/session">
<header>
<h1>Verification of ${merchant}</h1>
<p data-state="open">Fill in the form below. You can stop at any time: the same link continues where you stopped.</p>
</header>
<noscript><p class="notice">This one page needs JavaScript: the form comes from the verification service. Switch it on for this page and open the link again.</p></noscript>
<p class="notice" role="alert" data-state="not-kept" hidden>Your progress could not be saved. Finish the form now, or start again later.</p>
<div class="notice" role="alert" data-state="failed" hidden>
<p>Something went wrong: <strong data-code></strong></p>
<p>Reload this page to continue where you stopped. If it happens again, tell the person who sent you the link, with this code.</p>
</div>
<div class="notice" role="alert" data-state="no-component" hidden>
<p>The form could not be loaded.</p>
<p>Reload this page. If it stays like this, a blocker of scripts may be in the way; else tell the person who sent you the link.</p>
</div>
<section class="done" role="status" tabindex="-1" data-state="sent" hidden>
<h2>Your form was sent</h2>
<p>It is under review now, and not approved yet. If anything is missing, you will be asked for it directly.</p>
<p>You can close this page.</p>
</section>
<section class="done" role="status" tabindex="-1" data-state="left" hidden>
<h2>You have left the form</h2>
<p>What you sent is under review, and not approved yet. If anything is missing, you will be asked for it directly.</p>
<p>Not finished? Reload this page to continue where you stopped.</p>
</section>
<div class="frame" data-state="open">${raw(`<${tag}`)} template-id="${template}" mode="${mode}"${client}${resumed}>${raw(`</${tag}>`)}</div>
</main>`,
  );
}

/** The page for an invalid link, which does not say why it is invalid, and for a form that cannot be shown. */
function messagePage(title: string, message: string, heading = title): Page {
  return layout(
    title,
    '',
    html`<main><h1>${heading}</h1>
<p class="notice">${message}</p></main>`,
  );
}

function layout(title: string, head: Page | '', body: Page): Page {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="frame.css">
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
