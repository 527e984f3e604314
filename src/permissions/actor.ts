import { hostname, userInfo } from 'node:os';

/** The channels by which an actor reaches the installation. */
export const ACTOR_CHANNELS = ['page', 'cli', 'inbox', 'job', 'api'] as const;
export type ActorChannel = (typeof ACTOR_CHANNELS)[number];

/** The actor of an operation and the channel, recorded with every decision. */
export interface Actor {
  /** The user's name. In an installation without users, the value of `--as` or the operating system account. */
  readonly name: string;
  readonly channel: ActorChannel;
  readonly host: string;
  /** The operating system account of the process, or of the owner of a dropped file. Null if the channel has none. */
  readonly osUser: string | null;
  /** The IP address of the browser or the program. */
  readonly from?: string | undefined;
  /**
   * No user is present: a schedule, or a file with an unknown owner. Such an actor may only do what its permission
   * marks as `unattended`.
   */
  readonly unattended?: true;
  /**
   * The account that owns the installation acts for itself, because no admin of all merchants is enabled. Set only at
   * the command line.
   */
  readonly owner?: true;
}

/** The part of an audit event that says how the actor connected. `door` is the channel: stored events have this key. */
export function trace({ channel, host, osUser, from }: Actor): Readonly<Record<string, string>> {
  return { door: channel, host, ...(osUser === null ? {} : { osUser }), ...(from === undefined ? {} : { from }) };
}

/** The account that runs this process. Read from the operating system, because `$USER` can be set to anything. */
export function osUserName(read: () => { username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    // In a container the account may have only a number.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A user who is logged in on a page. */
export function pageActor(name: string, from: string | undefined): Actor {
  return { name, channel: 'page', host: hostname(), osUser: null, from };
}

/** A program that sent its token. */
export function apiActor(name: string, from: string): Actor {
  return { name, channel: 'api', host: hostname(), osUser: null, from };
}

/** A user of the command line; without a name, the operating system account. */
export function cliActor(name?: string, osUser = osUserName()): Actor {
  return { name: name ?? osUser, channel: 'cli', host: hostname(), osUser };
}

/** The name of the actor that starts scheduled jobs. */
export const SCHEDULE = 'schedule';

/** A job that no user started. */
export function scheduledActor(name: string = SCHEDULE): Actor {
  return { name, channel: 'job', host: hostname(), osUser: osUserName(), unattended: true };
}

/** The user who dropped a file. `osUser` is its owner; null if the owner says nothing. */
export function fileOwnerActor(name: string, osUser: string | null): Actor {
  return { name, channel: 'inbox', host: hostname(), osUser };
}

/** The actor for a file whose uploader is not known. */
export function inboxActor(name: string): Actor {
  return { name, channel: 'inbox', host: hostname(), osUser: null, unattended: true };
}
