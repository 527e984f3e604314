import type { AppContext } from '../engine/context/app-context.ts';
import type { Progress } from '../engine/leases/progress-tracker.ts';
import type { Actor } from '../permissions/actor.ts';
import type { PermissionName } from '../permissions/permissions.ts';

/** What a decision is about: payments by their references, or a run. */
export interface Subject {
  readonly references: readonly string[];
  /** Of a decision about payments: only those of this run. */
  readonly run?: string | undefined;
  /** The ledger's ids of the payments that were shown, because several can have the same reference. */
  readonly payments?: readonly string[];
}

/** What was typed, by field. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** Who decides, and how the work is watched. */
export interface Acting {
  readonly by: Actor;
  readonly progress: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** The command asks before anything of a new run is paid, so the run is not confirmed yet. */
  readonly asks?: boolean;
  readonly isDryRun?: boolean;
}

/** What a decision leads to. */
export interface Applied {
  /** Runs to continue. */
  readonly runs: readonly (bigint | string)[];
  /** What to know meanwhile. */
  readonly note?: string;
  /** What a page says, if it is not what it always says. */
  readonly done?: string;
  /** Of a decision that is about no run: what it was about. */
  readonly accepted?: { readonly code: string; readonly what: string };
}

export type Apply = (appContext: AppContext, subject: Subject, input: Typed, acting: Acting) => Promise<Applied>;

/** A field of the form of an action. */
export interface ActionField {
  readonly label: string;
  readonly hint?: string;
  /** Values to choose from, each with its words. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
}

/** An option of its command: what gives a field its value. */
interface ActionOption {
  readonly flags: string;
  readonly summary: string;
}

/**
 * A decision, as data: one file of this room. Its form, what the page answers, and its command are made from it. Who
 * may take it is in the table of permissions, under its name.
 */
export interface Action {
  readonly name: PermissionName;
  readonly of: 'payments' | 'run';
  /** On the button of its form. */
  readonly button: string;
  /** The password is asked for on a page. */
  readonly asksPassword: boolean;
  readonly fields: Readonly<Record<string, ActionField>>;
  /** What a page says when it is done. */
  readonly done: string;
  /** Nothing more of its run is sent: the command waits until another process has let go of it. */
  readonly endsRun?: true;
  /** It makes a run: the command shows its plan and asks before it is paid. */
  readonly paysAnew?: true;
  readonly command: {
    /** As commander writes them. */
    readonly arguments: string;
    readonly summary: string;
    readonly options: readonly ActionOption[];
    readonly examples: readonly (readonly [command: string, does: string])[];
    /** The fields, from the options. Throws `usage`. */
    readonly input?: (args: readonly string[], options: Readonly<Record<string, string | true | undefined>>) => Typed;
  };
  /** Loaded when it is needed: the table of commands is read at each start. */
  load(): Promise<Apply>;
}

/** The reason of a decision, for the audit log. */
export const BECAUSE: ActionOption = { flags: '--because <why>', summary: 'the reason, for the audit log' };
