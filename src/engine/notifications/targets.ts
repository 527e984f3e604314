import type { Config } from '../../config.ts';
import { PayrunError } from '../../errors.ts';
import type { NotificationChannel } from '../../ledger/notifications/notification-delivery.ts';
import type { UserRow } from '../../ledger/users/user.ts';
import type { NotificationKind } from './notification-content.ts';
import { isBarred, merchantsNotifiedTo, type NotificationAbout, userTargets } from './user-targets.ts';

type Settings = Pick<Config, 'notifications' | 'smtpUrl' | 'notificationKey'>;

/** The target of a notification: an address, the webhook or Slack. */
export interface Target {
  readonly channel: NotificationChannel;
  /** The e-mail address; empty for other channels. */
  readonly target: string;
}

/**
 * The targets of a notification: those of the settings, if it covers all merchants of its sheet, and the users who can
 * act on it. A request for approval is not sent to the address of a user who may not approve it, even if the settings
 * list it, unless a user who may approve has the same address.
 */
export function allTargets(
  config: Settings,
  users: readonly UserRow[],
  kind: NotificationKind,
  about: NotificationAbout,
): readonly Target[] {
  const { merchants, among = merchants } = about;
  const set = merchants.length === among.length ? targetsOf(config, kind) : [];
  if (config.smtpUrl === undefined) return set;
  const userChannels = userTargets(users, kind, about);
  const barred = kind === 'needs_approval' ? users.flatMap((user) => (isBarred(user, about) ? [user.email] : [])) : [];
  const isIn = (address: string, list: readonly (string | null)[]) =>
    list.some((one) => one?.toLowerCase() === address.toLowerCase());
  return [
    ...set.filter(
      ({ channel, target }) => channel !== 'email' || !(isIn(target, barred) || isIn(target, userChannels)),
    ),
    ...userChannels.map((target) => ({ channel: 'email' as const, target })),
  ];
}

/**
 * The parts of a sheet that get separate notifications, each a list of merchants: all of them for the settings and for
 * users who see all, and the subsets that other users see.
 */
export function partsToNotify(
  { smtpUrl }: Settings,
  users: readonly UserRow[],
  merchants: readonly string[],
): readonly (readonly string[])[] {
  const reachable = users.filter(({ email, disabled_at }) => email !== null && disabled_at === null);
  const parts = smtpUrl === undefined ? [] : reachable.map((user) => merchantsNotifiedTo(user, merchants));
  const partial = parts.filter((part) => part.length > 0 && part.length < merchants.length);
  return [merchants, ...new Map(partial.map((part) => [part.join(), part])).values()];
}

/** The targets of a kind by the settings; empty if none are set. */
export function targetsOf({ notifications }: Settings, kind: NotificationKind): readonly Target[] {
  const { to, webhook, slack } = notifications;
  const addresses = new Set((to[kind] ?? to.default ?? []).map((address) => address.trim()));
  return [
    ...[...addresses].map((target) => ({ channel: 'email' as const, target })),
    ...(webhook !== undefined ? [{ channel: 'webhook' as const, target: '' }] : []),
    ...(slack !== undefined ? [{ channel: 'slack' as const, target: '' }] : []),
  ];
}

/** Whether notifications can reach anybody. With a mail server, users with an address count. */
export function isAnybodyNotified({ notifications, smtpUrl }: Settings): boolean {
  if (smtpUrl !== undefined) return true;
  return (
    notifications.webhook !== undefined ||
    notifications.slack !== undefined ||
    Object.values(notifications.to).some((addresses) => addresses.length > 0)
  );
}

/** Throws `config_invalid` if the settings use a channel that is not configured. */
export function checkNotifications({ notifications, smtpUrl, notificationKey }: Settings): void {
  const mistakes = [
    Object.values(notifications.to).some((addresses) => addresses.length > 0) && smtpUrl === undefined
      ? 'notifications.to names people, but PAYRUN_SMTP_URL names no mail server'
      : '',
    notifications.webhook !== undefined && notificationKey === undefined
      ? 'notifications.webhook is set, but PAYRUN_NOTIFICATION_KEY, which signs what is posted there, is not'
      : '',
  ].filter((text) => text !== '');
  if (mistakes.length > 0) throw new PayrunError('config_invalid', { detail: `${mistakes.join('; ')}.` });
}
