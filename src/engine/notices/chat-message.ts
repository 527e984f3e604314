import type { NoticeText } from './templates.ts';

/** Characters of a section that Slack takes. */
const LONGEST = 2_900;

const markdown = (text: string) =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: text.slice(0, LONGEST) } });

/** What an incoming webhook of Slack takes: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function slackMessage({ subject, parts }: NoticeText): object {
  const { sandbox, title, lines, facts, lists, action } = parts;
  return {
    // What a notification and a screen reader say.
    text: markdown(subject),
    blocks: [
      ...(sandbox ? [section('*SANDBOX, NO MONEY MOVES*')] : []),
      section(`*${markdown(title)}*\n${markdown(lines.join('\n'))}`),
      ...(facts.length === 0
        ? []
        : [section(facts.map(([name, value]) => `*${name}:* ${markdown(value)}`).join('\n'))]),
      ...lists.map((one) =>
        section(`*${markdown(one.title)}*\n${one.lines.map((line) => `• ${markdown(line.trim())}`).join('\n')}`),
      ),
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

const textBlock = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more });

/** What an incoming webhook of Microsoft Teams takes: one adaptive card. */
export function teamsMessage({ parts }: NoticeText): object {
  const { sandbox, title, lines, facts, lists, action } = parts;
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...(sandbox ? [textBlock('SANDBOX, NO MONEY MOVES', { weight: 'Bolder', color: 'Warning' })] : []),
            textBlock(title, { size: 'Large', weight: 'Bolder' }),
            ...lines.map((line) => textBlock(line)),
            ...(facts.length === 0
              ? []
              : [{ type: 'FactSet', facts: facts.map(([name, value]) => ({ title: name, value })) }]),
            ...lists.flatMap((one) => [
              textBlock(one.title, { weight: 'Bolder', spacing: 'Medium' }),
              ...one.lines.map((line) => textBlock(line.trim(), { spacing: 'Small' })),
            ]),
          ],
          actions: action ? [{ type: 'Action.OpenUrl', title: action.label, url: action.url }] : [],
        },
      },
    ],
  };
}
