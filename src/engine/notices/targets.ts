import type { Config } from '../../config.ts';
import { PayrunError } from '../../errors.ts';
import { NOTICE_CHANNELS, type NoticeChannel } from '../../ledger/notice-delivery.ts';
import type { Db } from '../../ledger/open-ledger.ts';
import type { NoticeKind } from './notice.ts';
import { type NoticeAbout, userTargets } from './user-targets.ts';

type Settings = Pick<Config, 'notices' | 'smtpUrl' | 'noticeKey'>;

/** To whom a notice goes: an address, the webhook, or a chat. */
export interface Target {
  readonly channel: NoticeChannel;
  /** The address; empty for the others. */
  readonly target: string;
}

/** Who is told of notices of a kind: by the settings, and the users who can act on it. */
export async function allTargets(
  db: Db,
  config: Settings,
  kind: NoticeKind,
  about: NoticeAbout,
): Promise<readonly Target[]> {
  const set = targetsOf(config, kind);
  if (config.smtpUrl === undefined) return set;
  const users = await userTargets(db, kind, about);
  return [
    ...set,
    ...users.filter(({ target }) => !set.some((one) => one.channel === 'email' && one.target === target)),
  ];
}

/** Who is told of notices of a kind by the settings; nobody if nothing is set. */
export function targetsOf({ notices }: Settings, kind: NoticeKind): readonly Target[] {
  const { to, webhook, webhookKinds, chatKinds } = notices;
  const addresses = new Set((to[kind] ?? to.default ?? []).map((address) => address.trim()));
  return [
    ...[...addresses].map((target) => ({ channel: 'email' as const, target })),
    ...(webhook !== undefined && webhookKinds.includes(kind) ? [{ channel: 'webhook' as const, target: '' }] : []),
    ...CHATS.flatMap((channel) =>
      notices[channel] !== undefined && chatKinds.includes(kind) ? [{ channel, target: '' }] : [],
    ),
  ];
}

/** Channels that are chats. */
const CHATS = NOTICE_CHANNELS.filter((channel) => channel === 'slack' || channel === 'teams');

/** Whether anybody may be told of anything: users with an address are, if there is a mail server. */
export function anybodyTold({ notices, smtpUrl }: Settings): boolean {
  if (smtpUrl !== undefined) return true;
  return (
    [notices.webhook, notices.slack, notices.teams].some((url) => url !== undefined) ||
    Object.values(notices.to).some((addresses) => addresses.length > 0)
  );
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
