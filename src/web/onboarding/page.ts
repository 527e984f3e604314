import { html, raw } from 'hono/html';
import type { Frame } from '../../engine/merchants/onboarding-frame.ts';
import type { OnboardingVisit } from '../../ledger/merchants/onboarding.ts';

type Page = ReturnType<typeof html>;

/**
 * The onboarding page: the component with its attributes, and the messages around it, of which `frame.js` shows one at
 * a time. The settings check that `tag` is a valid tag name; everything else is escaped.
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
    html`${mode === 'SANDBOX' ? html`<p class="sandbox">Sandbox: this is a rehearsal. Enter nothing real.</p>` : ''}
<main data-prefix="${eventPrefix}" data-tag="${tag}" data-session="${merchant}/session">
<header>
<h1>Verification of ${merchant}</h1>
<p data-state="open">Fill in the form below. You can stop at any time: the same link continues where you stopped.</p>
</header>
<noscript><p class="notice">This one page needs JavaScript: the form comes from the verification service. Switch it on for this page and open the link again.</p></noscript>
<p class="notice" role="alert" data-state="not-kept" hidden>Your progress could not be saved. Finish the form now, or start again later.</p>
<div class="notice" role="alert" data-state="failed" hidden>
<p>Something went wrong: <strong data-code></strong></p>
<p>Reload this page to go on where you stopped. If it happens again, tell whoever sent you the link, with this code.</p>
</div>
<div class="notice" role="alert" data-state="no-component" hidden>
<p>The form could not be loaded.</p>
<p>Reload this page. If it stays like this, a blocker of scripts may be in the way; else tell whoever sent you the link.</p>
</div>
<section class="done" role="status" tabindex="-1" data-state="sent" hidden>
<h2>Your form was sent</h2>
<p>It is under review now, and not approved yet. If anything is missing, you will be asked for it directly.</p>
<p>You can close this page.</p>
</section>
<section class="done" role="status" tabindex="-1" data-state="left" hidden>
<h2>You have left the form</h2>
<p>What you sent is under review, and not approved yet. If anything is missing, you will be asked for it directly.</p>
<p>Not finished? Reload this page to go on where you stopped.</p>
</section>
<div class="frame" data-state="open">${raw(`<${tag}`)} template-id="${template}" mode="${mode}"${client}${resumed}>${raw(`</${tag}>`)}</div>
</main>`,
  );
}

/** The page for an invalid link. It does not say why the link is invalid. */
export function noPage(): Page {
  return layout(
    'Link not valid',
    '',
    html`<main><h1>Link not valid</h1>
<p class="notice">The link is not complete, or no longer valid. Ask whoever sent it for a new one.</p></main>`,
  );
}

/** The page for a valid link if the settings of the component are incomplete. */
export function notReady(): Page {
  return layout(
    'Not ready',
    '',
    html`<main><h1>This page is not ready yet</h1>
<p class="notice">Try again later, or tell whoever sent you the link. The link stays valid.</p></main>`,
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
