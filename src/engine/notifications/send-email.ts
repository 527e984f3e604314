import nodemailer from 'nodemailer';
import type { NotificationText } from './notification-templates.ts';

/** Timeouts of the mail server, in ms. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export interface Email extends Pick<NotificationText, 'subject' | 'text' | 'html'> {
  readonly from: string;
  readonly to: string;
  /** The same for each attempt, so that mail clients show a duplicate once. */
  readonly id: string;
}

/** Sends one e-mail; rejects if the server did not accept it. */
export type SendEmail = (email: Email, signal: AbortSignal) => Promise<void>;

/**
 * Sends through the mail server of this URL, with a new connection for each e-mail. `smtps://` is encrypted from the
 * first byte, `smtp://` as soon as the server offers it.
 */
export function emailSender(smtpUrl: string): SendEmail {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ from, to, subject, text, html, id }, signal) => {
    await transport.sendMail({
      from,
      // As an object, so that a comma in the address does not make it two recipients.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@payrun>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal,
    });
  };
}
