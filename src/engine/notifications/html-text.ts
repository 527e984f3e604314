import type { NotificationParts } from './notification-parts.ts';

const BODY = 'margin:0;padding:24px;background:#f4f5f7;color:#1b1f24;font:15px/1.5 system-ui,Segoe UI,Arial,sans-serif';
const CARD = 'max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d9dde3;border-radius:8px';
const BUTTON =
  'display:inline-block;padding:10px 18px;background:#0b5cad;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:600';
const QUIET = 'color:#57606a;font-size:13px';

/** Asks the reader to keep the lines, which prove later that the audit was not rewritten. */
export const ANCHORS = 'Keep this message: it proves what the audit log said.';

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign]!);

/** A notification as a complete HTML document that loads nothing: no images, no scripts. */
export function htmlText({ sandbox, title, lines, facts, lists, action, footer, anchors }: NotificationParts): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px">${escaped(line)}</p>`).join('\n');
  const rows = facts
    .map(
      ([name, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;${QUIET}">${escaped(name)}</td><td style="padding:2px 0;overflow-wrap:anywhere">${escaped(value)}</td></tr>`,
    )
    .join('\n');
  const parts = lists
    .map(
      (one) =>
        `<h2 style="margin:20px 0 6px;font-size:15px">${escaped(one.title)}</h2>\n<ul style="margin:0;padding-left:20px">${one.lines
          .map((line) => `<li>${escaped(line.trim())}</li>`)
          .join('')}</ul>`,
    )
    .join('\n');
  const button = action
    ? `<p style="margin:24px 0 0"><a style="${BUTTON}" href="${escaped(action.url)}">${escaped(action.label)}</a></p>`
    : '';
  const commands =
    footer.length === 0
      ? ''
      : `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d9dde3;${QUIET}">On the command line:<br>${footer
          .map((line) => `<code>${escaped(line)}</code>`)
          .join('<br>')}</p>`;
  const audit =
    anchors.length === 0
      ? ''
      : `<p style="margin:12px 0 0;word-break:break-all;${QUIET}">${ANCHORS}<br>${anchors.map((line) => `<code>${escaped(line)}</code>`).join('<br>')}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="${BODY}"><div style="${CARD}">
${sandbox ? '<p style="margin:0 0 12px;padding:6px 10px;background:#fff4ce;font-weight:600">SANDBOX, NO MONEY MOVES</p>' : ''}
<h1 style="margin:0 0 12px;font-size:20px;overflow-wrap:anywhere">${escaped(title)}</h1>
${paragraphs}
<table role="presentation" style="border-collapse:collapse;margin:16px 0 0">${rows}</table>
${parts}
${button}
${commands}${audit}
</div></body></html>
`;
}
