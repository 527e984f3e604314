import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { download, downloadCsv } from '../../../src/http/download.ts';
import { lasting } from '../../../src/platform/duration.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createApp } from '../../../src/web/app.ts';
import { amountText, decimalText, exchangeRate, figure } from '../../../src/web/components/amount.ts';
import { assetPath, assets } from '../../../src/web/components/assets.ts';
import { badge } from '../../../src/web/components/badge.ts';
import { confirmButton, field } from '../../../src/web/components/form.ts';
import { layout } from '../../../src/web/components/layout.ts';
import { html } from '../../../src/web/components/markup.ts';
import { pathWith } from '../../../src/web/components/paths.ts';
import { readerLocale } from '../../../src/web/components/reader-locale.ts';
import { readerZone } from '../../../src/web/components/reader-zone.ts';
import { exactTime, relativeTime } from '../../../src/web/components/relative-time.ts';
import { facts, table } from '../../../src/web/components/table.ts';
import type { View } from '../../../src/web/components/view.ts';
import { MIA } from '../../support/visited-pages.ts';

const view: View = {
  currentUser: MIA,
  locale: 'en-US',
  timeZone: 'UTC',
  now: Date.UTC(2026, 5, 1),
  banner: 'SANDBOX, NO MONEY MOVES',
  path: '/runs/7',
};
const output = async (markup: unknown) => String(await markup);

describe('a text on a page', () => {
  const turned = '\u202e100.50 EUR\u2066\u0007';

  it('cannot change the direction of text beside it, even in a list', async () => {
    expect(await output(html`<p>${turned}, ${['a', turned]}</p>`)).toBe('<p>100.50 EUR, a100.50 EUR</p>');
    expect(await output(html`<p>${html`<b>${turned}</b>`}</p>`)).toBe('<p><b>100.50 EUR</b></p>');
  });

  it('is sent back unchanged by a form', async () => {
    expect(await output(html`<input value="${turned}">`)).toBe(`<input value="${turned}">`);
    expect(await output(html`<textarea>${turned}</textarea>`)).toBe(`<textarea>${turned}</textarea>`);
  });

  it('keeps the marks of languages that are written from right to left', async () => {
    expect(await output(html`<p>${'\u200f\u05e9\u05dc\u05d5\u05dd\u200e 5'}</p>`)).toBe(
      '<p>\u200f\u05e9\u05dc\u05d5\u05dd\u200e 5</p>',
    );
  });
});

describe('amounts', () => {
  it.each([
    ['de-DE', 123_456_789n, 'EUR', '1.234.567,89'],
    ['en-US', 123_456_789n, 'EUR', '1,234,567.89'],
    ['fr-CH', -5n, 'CHF', '-0,05'],
    ['en-IN', 1_234_567_890n, 'INR', '1,23,45,678.90'],
    ['de-DE', 150_000n, 'JPY', '150.000'],
    ['en-US', 1_500n, 'KWD', '1.50'],
    // More than a double holds exactly.
    ['en-US', 9_007_199_254_740_993_01n, 'EUR', '9,007,199,254,740,993.01'],
    ['ar-EG', 123_456n, 'EUR', '1,234.56'],
  ])('are exact and in the locale of the reader: %s %s %s', (locale, minor, currency, text) => {
    expect(
      amountText({ locale }, { minor, currency }).replace('−', '-').replaceAll('٬', ',').replaceAll('٫', '.'),
    ).toBe(text);
  });

  it('are written digit by digit, whatever a rate has', () => {
    expect(decimalText({ locale: 'de-DE' }, '1.084375000001')).toBe('1,084375000001');
    expect(figure({ locale: 'de-DE' }, 1_000_000)).toBe('1.000.000');
    const rate = (text: string) =>
      String(exchangeRate({ locale: 'de-DE' }, { from: 'USD', to: 'EUR', rate: text })).replace(/<[^>]+>/g, '');
    expect(rate('0.92')).toBe('1 USD = 0,92 EUR');
    expect(rate('not a number')).toBe('1 USD = not a number EUR');
  });

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
    ['fr;q=0.2, it-CH;q=0.9', 'it-CH'],
    ['*', 'en-US'],
    [undefined, 'en-US'],
    ['xx-YY', 'en-US'],
    ['en-GB-u-nu-arab-ca-buddhist', 'en-GB'],
    ['<script>, ../../etc', 'en-US'],
    [`${'a-'.repeat(5_000)}b`, 'en-US'],
    ['de;q=0', 'en-US'],
    ['de;q=.', 'en-US'],
  ])('take the locale from what a browser asks for: %s', (header, locale) => {
    expect(readerLocale(header)).toBe(locale);
  });
});

describe('times', () => {
  const now = Date.UTC(2026, 5, 15, 12);
  it.each([
    [now - 3 * 60_000, '3 minutes ago'],
    [now + 2 * 3_600_000, 'in 2 hours'],
    [now - 86_400_000, '1 day ago'],
    [now - 10_000, 'just now'],
    [now - 59_400_000 * 60, '2026-05-05'],
    [now + 20_000, 'in a moment'],
    // Read after the page began: a balance was not loaded in the future.
    [now + 900, 'just now'],
  ])('are in words', (at, text) => {
    expect(relativeTime(at, now, 'UTC')).toBe(text);
  });
  it.each([
    [undefined, 'Asia/Kolkata'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['+05:00', 'Asia/Kolkata'],
    ['Mars/Base', 'Asia/Kolkata'],
  ])('are in the zone that the browser says, else in that of the business: %s', async (zone, expected) => {
    const app = new Hono().get('/', (context) => context.text(readerZone(context, 'Asia/Kolkata')));
    const headers = zone === undefined ? {} : { Cookie: `zone=${encodeURIComponent(zone)}` };
    expect(await (await app.request('/', { headers })).text()).toBe(expected);
  });
  it.each([
    ['UTC', '2026-10-25 00:30:07 UTC'],
    ['Europe/Berlin', '2026-10-25 02:30:07 UTC+2'],
    ['America/St_Johns', '2026-10-24 22:00:07 UTC-2:30'],
    ['Asia/Kolkata', '2026-10-25 06:00:07 UTC+5:30'],
  ])('name their zone: %s', (zone, text) => {
    expect(exactTime(new Date('2026-10-25T00:30:07Z'), zone)).toBe(text);
    const hourLater = exactTime(new Date('2026-10-25T01:30:07Z'), 'Europe/Berlin');
    expect(hourLater).toBe('2026-10-25 02:30:07 UTC+1');
  });
  it.each([
    [500, '1 second'],
    [59_000, '1 minute'],
    [90_000, '2 minutes'],
    [7_200_000, '2 hours'],
  ])('have durations in words', (ms, text) => {
    expect(lasting(ms)).toBe(text);
  });
});

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>'&`;

describe('the markup of a page', () => {
  it('escapes every value', async () => {
    const parts = [
      table(HOSTILE, [{ title: HOSTILE, cell: () => HOSTILE, names: true }], [1]),
      table(HOSTILE, [], []),
      facts([[HOSTILE, HOSTILE]]),
      field({ name: 'q', label: HOSTILE, value: HOSTILE, hint: HOSTILE, error: HOSTILE }),
      confirmButton(view, { action: '/x', button: HOSTILE, sure: HOSTILE, question: HOSTILE, hidden: { a: HOSTILE } }),
      badge(HOSTILE as 'open'),
      html`<a href="${pathWith('/runs', { q: HOSTILE })}">x</a>`,
      layout(
        { ...view, currentUser: { ...MIA, name: HOSTILE, csrf: HOSTILE } },
        { title: HOSTILE, main: HOSTILE, notice: HOSTILE },
      ),
    ];
    for (const part of parts) {
      const text = await output(part);
      expect(text).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
      expect(text).toMatch(/&lt;script&gt;|%3Cscript%3E/);
    }
  });

  it('shows a state by a word and a shape, not by color alone', async () => {
    expect(await output(badge('processed'))).toMatch(/✓<\/span> Paid/);
    expect(await output(badge('held'))).toMatch(/▲<\/span> On hold/);
  });

  it('has landmarks, a skip link, the user, the banner, and one heading', async () => {
    const page = await output(layout(view, { title: 'Runs', main: 'x' }));
    for (const part of [
      '<header',
      '<nav',
      '<main id="main"',
      'href="#main"',
      'mia',
      'SANDBOX, NO MONEY MOVES',
      'action="/logout"',
    ])
      expect(page).toContain(part);
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toContain('<a href="/runs" aria-current="page">');
    expect(await output(layout({ ...view, banner: null }, { title: 'Runs', main: 'x' }))).not.toContain('SANDBOX');
  });

  it('lets screen readers read an error and a hint with their field', async () => {
    const text = await output(field({ name: 'iban', label: 'IBAN', hint: 'h', error: 'e' }));
    expect(text).toContain('aria-describedby="iban-hint iban-error"');
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain('<label for="iban">');
  });
});

describe('what pages load', () => {
  const app = createApp([assets()], createLog('silent'));
  it.each(['page.css', 'page.js', 'icon.svg'])('%s is served under its hash, indefinitely', async (name) => {
    const path = assetPath(name);
    expect(path).toMatch(/^\/static\/[a-z]+\.[\w-]{12}\.[a-z]+$/);
    const plain = await app.request(path);
    expect(plain.status).toBe(200);
    expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const packed = await app.request(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('Content-Encoding')).toBe('gzip');
    expect((await packed.arrayBuffer()).byteLength).toBeLessThanOrEqual((await plain.arrayBuffer()).byteLength + 30);
  });

  it.each([
    '/static/page.css',
    '/static/page.AAAAAAAAAAAA.css',
    '/static/..%2f..%2fpackage.json',
    '/static/constructor',
  ])('loads nothing else: %s', async (path) => {
    expect((await app.request(path)).status).toBe(404);
  });
});

describe('a download', () => {
  const app = new Hono();
  app.get('/file', (context) =>
    download(context, context.req.query('name')!, 'application/octet-stream', Readable.from(['x'])),
  );
  app.get('/csv', (context) =>
    downloadCsv(
      context,
      'a.csv',
      (async function* () {
        yield [['name', 'memo']];
        yield [
          ['=HYPERLINK("http://x")', '+1'],
          ['a "b", c', '-5.00'],
        ];
      })(),
    ),
  );

  it.each([
    ['pay.csv', `attachment; filename="pay.csv"; filename*=UTF-8''pay.csv`],
    [
      'a"; x="\r\nSet-Cookie: a=b',
      `attachment; filename="a__ x=___Set-Cookie: a=b"; filename*=UTF-8''a%22%3B%20x%3D%22__Set-Cookie%3A%20a%3Db`,
    ],
    ['../Löhne.csv', `attachment; filename=".._L_hne.csv"; filename*=UTF-8''.._L%C3%B6hne.csv`],
  ])('is saved under a name that cannot break out of its header: %j', async (name, disposition) => {
    const response = await app.request(`/file?name=${encodeURIComponent(name)}`);
    expect(response.headers.get('Content-Disposition')).toBe(disposition);
    expect(response.headers.get('Set-Cookie')).toBeNull();
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('of a table has no cell that can become a formula', async () => {
    const bytes = Buffer.from(await (await app.request('/csv')).arrayBuffer());
    expect(bytes.toString('utf8')).toBe(`\uFEFFname,memo\r\n"'=HYPERLINK(""http://x"")",'+1\r\n"a ""b"", c",-5.00\r\n`);
  });
});
