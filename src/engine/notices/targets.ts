import type { Config } from '../../config.ts';
import { PayrunError } from '../../errors.ts';
import type { NoticeKind } from './notice.ts';

type Settings = Pick<Config, 'notices' | 'smtpUrl' | 'noticeKey'>;

/** To whom a notice goes: an address, or the webhook. */
export interface Target {
  readonly channel: 'email' | 'webhook';
  /** The address; empty for the webhook. */
  readonly target: string;
}

/** Who is told of notices of a kind; nobody where nothing is set. */
export function targetsOf({ notices }: Settings, kind: NoticeKind): readonly Target[] {
  const { to, webhook, webhookKinds } = notices;
  const addresses = new Set((to[kind] ?? to.default ?? []).map((address) => address.trim()));
  return [
    ...[...addresses].map((target) => ({ channel: 'email' as const, target })),
    ...(webhook !== undefined && webhookKinds.includes(kind) ? [{ channel: 'webhook' as const, target: '' }] : []),
  ];
}

/** Whether anybody is told of anything. */
export function anybodyTold({ notices }: Settings): boolean {
  return notices.webhook !== undefined || Object.values(notices.to).some((addresses) => addresses.length > 0);
}

/** Throws `config_invalid` where people are to be told in a way that is not set up. */
export function checkNotices({ notices, smtpUrl, noticeKey }: Settings): void {
  const mistakes = [
    Object.values(notices.to).some((addresses) => addresses.length > 0) && smtpUrl === undefined
      ? 'notices.to names people, but PAYRUN_SMTP_URL names no mail server'
      : '',
    notices.webhook !== undefined && noticeKey === undefined
      ? 'notices.webhook is set, but PAYRUN_NOTICE_KEY, which signs what is posted there, is not'
      : '',
  ].filter((text) => text !== '');
  if (mistakes.length > 0) throw new PayrunError('config_invalid', { detail: `${mistakes.join('; ')}.` });
}
