import nodemailer from 'nodemailer';
import type { NotificationText } from './templates.ts';

/** What of a mail server is waited for, ms. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export interface Email extends Pick<NotificationText, 'subject' | 'text' | 'html'> {
  readonly from: string;
  readonly to: string;
  /** The same at each attempt, so that a mail program shows one that came twice once. */
  readonly id: string;
}

/** Sends one e-mail; rejects where the server did not take it. Nothing of the URL is in what is thrown but codes. */
export type SendEmail = (email: Email, signal: AbortSignal) => Promise<void>;

/**
 * Sends through the mail server of this URL, on a connection of its own for each e-mail. `smtps://` is encrypted from the first
 * byte; `smtp://` is as soon as the server offers it.
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
      // As an object: a comma in it does not make two of one.
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
