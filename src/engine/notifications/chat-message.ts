import type { NotificationText } from './notification-templates.ts';

/**
 * The number of list lines in a chat message: Teams allows 28,672 bytes for a message, Slack 3,000 characters for a
 * section.
 */
const MOST_LINES = 15;
const LONGEST_LINE = 180;
/** Characters of a Slack section, leaving space for its markup. */
const LONGEST_SECTION = 2_900;

/** The first lines of a list, and the number of the others. */
function shown(lines: readonly string[]): readonly string[] {
  const first = lines.slice(0, MOST_LINES).map((line) => cut(line.trim(), LONGEST_LINE));
  const more = lines.length - first.length;
  return more > 0 ? [...first, `and ${more} more`] : first;
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for Slack and cuts it to the length of a section, never within a character. */
function markdown(text: string): string {
  let written = '';
  for (const character of text) {
    const next = ESCAPED[character] ?? character;
    if (written.length + next.length > LONGEST_SECTION) return `${written}…`;
    written += next;
  }
  return written;
}

// Verbatim, so that a name in a sheet becomes neither a link nor a mention.
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

/**
 * The body for an incoming webhook of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function slackMessage({ subject, parts }: NotificationText): object {
  const { sandbox, title, lines, facts, lists, action } = parts;
  return {
    // The text for push notifications and screen readers.
    text: markdown(subject),
    blocks: [
      ...(sandbox ? [section('*SANDBOX, NO MONEY MOVES*')] : []),
      section(`*${markdown(title)}*`),
      ...(lines.length === 0 ? [] : [section(markdown(lines.join('\n')))]),
      ...(facts.length === 0
        ? []
        : [section(facts.map(([name, value]) => `*${name}:* ${markdown(cut(value, LONGEST_LINE))}`).join('\n'))]),
      ...lists.flatMap((one) => [
        section(`*${markdown(one.title)}*`),
        section(
          markdown(
            shown(one.lines)
              .map((line) => `• ${line}`)
              .join('\n'),
          ),
        ),
      ]),
      ...(action
        ? [
            {
              type: 'actions',
              elements: [
                { type: 'button', text: { type: 'plain_text', text: action.label }, url: action.url, style: 'primary' },
              ],
            },
          ]
        : []),
    ],
  };
}

/** Plain text: a text block would render Markdown in a file name, including links. */
const plain = (runs: readonly object[], more: object = {}) => ({
  type: 'RichTextBlock',
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
  ...more,
});

/**
 * The body for a webhook of Microsoft Teams ("Workflows"): a message with one adaptive card.
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export function teamsMessage({ parts }: NotificationText): object {
  const { sandbox, title, lines, facts, lists, action } = parts;
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...(sandbox ? [plain([{ text: 'SANDBOX, NO MONEY MOVES', weight: 'Bolder', color: 'Warning' }])] : []),
            plain([{ text: title, size: 'Large', weight: 'Bolder' }]),
            ...lines.map((text) => plain([{ text }])),
            ...facts.map(([name, value]) => plain([{ text: `${name}: `, weight: 'Bolder' }, { text: value }])),
            ...lists.flatMap((one) => [
              plain([{ text: one.title, weight: 'Bolder' }], { spacing: 'Medium' }),
              ...shown(one.lines).map((text) => plain([{ text }], { spacing: 'Small' })),
            ]),
          ],
          actions: action ? [{ type: 'Action.OpenUrl', title: action.label, url: action.url }] : [],
        },
      },
    ],
  };
}
