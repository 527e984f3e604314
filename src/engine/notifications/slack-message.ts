import type { NotificationText } from './notification-templates.ts';

/** Slack cuts longer texts: https://docs.slack.dev/reference/methods/chat.postMessage#truncating */
const LONGEST = 40_000;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The body for an incoming webhook of Slack: plain text, so that a name in a sheet becomes no link and no mention. */
export function slackMessage({ subject, text }: Pick<NotificationText, 'subject' | 'text'>): object {
  const escaped = `${subject}\n\n${text}`.replace(/[&<>]/g, (character) => ESCAPED[character]!);
  return { text: escaped.slice(0, LONGEST), mrkdwn: false, unfurl_links: false };
}
