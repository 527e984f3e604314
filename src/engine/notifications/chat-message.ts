import type { NotificationText } from './templates.ts';

/** Lines of a list that a chat shows: a message of Teams has at most 28,672 bytes, a section of Slack 3,000 characters. */
const MOST_LINES = 15;
const LONGEST_LINE = 180;
/** Of a section of Slack, with the marks round it. */
const LONGEST_SECTION = 2_900;

/** The lines of a list, and how many more there are on the page. */
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

/** Text as Slack wants it, cut to what a section takes, never within a character. */
function markdown(text: string): string {
  let written = '';
  for (const character of text) {
    const next = ESCAPED[character] ?? character;
    if (written.length + next.length > LONGEST_SECTION) return `${written}…`;
    written += next;
  }
  return written;
}

// Verbatim: a name from outside becomes no link and calls nobody.
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

/** What an incoming webhook of Slack takes: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function slackMessage({ subject, parts }: NotificationText): object {
  const { sandbox, title, lines, facts, lists, action } = parts;
  return {
    // What a notification and a screen reader say.
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

/** Plain text: a text block would read Markdown in the name of a file, and show a link of somebody else's. */
const plain = (runs: readonly object[], more: object = {}) => ({
  type: 'RichTextBlock',
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
  ...more,
});

/**
 * What a webhook of Microsoft Teams ("Workflows") takes: a message with one adaptive card.
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
