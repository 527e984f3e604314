import { hostname, userInfo } from 'node:os';

/** Ways by which somebody reaches the installation. */
export const DOORS = ['page', 'cli', 'inbox', 'job'] as const;
export type Door = (typeof DOORS)[number];

/** Who does something, and how they came: recorded with every decision. */
export interface Actor {
  /** The user's name; in an installation without users what was given with `--as`, or the account of the operating system. */
  readonly name: string;
  readonly door: Door;
  readonly host: string;
  /** Account of the operating system: of the process, or of the owner of a dropped file. Null: the door does not tell. */
  readonly osUser: string | null;
  /** Address of the browser. */
  readonly from?: string | undefined;
  /** Nobody is there: a schedule, or a file whose owner is not known. Such an actor never decides. */
  readonly unattended?: true;
}

/** What an entry in the audit says of how somebody came. */
export function trace({ door, host, osUser, from }: Actor): Readonly<Record<string, string>> {
  return { door, host, ...(osUser === null ? {} : { osUser }), ...(from === undefined ? {} : { from }) };
}

/** The account that runs this process. Asked of the operating system: `$USER` can be set to anything. */
export function osUserName(read: () => { username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    // In a container the account may have a number only.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Somebody at a page, behind the login. */
export function pageActor(name: string, from: string | undefined): Actor {
  return { name, door: 'page', host: hostname(), osUser: null, from };
}

/** Somebody at the command line; without a name the account of the operating system. */
export function cliActor(name?: string, osUser = osUserName()): Actor {
  return { name: name ?? osUser, door: 'cli', host: hostname(), osUser };
}

/** Who starts what is due by the clock. */
export const SCHEDULE = 'schedule';

/** A job that nobody started by hand. */
export function scheduledActor(name: string = SCHEDULE): Actor {
  return { name, door: 'job', host: hostname(), osUser: osUserName(), unattended: true };
}

/** The user who dropped a file; `osUser` is its owner, null if the owner says nothing. */
export function dropperActor(name: string, osUser: string | null): Actor {
  return { name, door: 'inbox', host: hostname(), osUser };
}

/** Whoever dropped a file, if that is not known. */
export function inboxActor(name: string): Actor {
  return { name, door: 'inbox', host: hostname(), osUser: null, unattended: true };
}
