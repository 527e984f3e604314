import type { AppContext } from '../engine/context/app-context.ts';
import type { Progress } from '../engine/leases/progress-tracker.ts';
import type { GivenPassword } from '../engine/users/new-password.ts';
import type { Scope } from '../ledger/merchants/scope.ts';
import type { Actor } from '../permissions/actor.ts';
import { type PermissionName, permission } from '../permissions/permissions.ts';

/** The object of a decision: payments by their references, a run, or a user or a merchant by name. */
export interface Subject {
  readonly references: readonly string[];
  /** Of a decision about payments: only those of this run. */
  readonly run?: string | undefined;
  /** The ledger's ids of the payments that were shown, because several can have the same reference. */
  readonly payments?: readonly string[];
  readonly user?: string | undefined;
  readonly merchant?: string | undefined;
  /** The merchants that the visitor of a page may see; null or absent: those of the user. */
  readonly merchants?: Scope;
}

/** Values typed, by field. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** The deciding user, and the progress display. */
export interface Acting {
  readonly by: Actor;
  readonly progress: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** The command asks before anything of a new run is paid, so the run is not confirmed yet. */
  readonly asks?: boolean;
  readonly isDryRun?: boolean;
  /** At the command line, a new password of this user: typed, read or generated. */
  readonly givenPassword?: (user: string) => Promise<GivenPassword>;
}

export interface Applied {
  /** Runs to continue. */
  readonly runs?: readonly (bigint | string)[];
  /** A remark, which a page shows instead of the confirmation. */
  readonly note?: string;
  /** The confirmation on a page, if not the action's own. */
  readonly done?: string;
  /** Of a decision that is about no run: what the command prints. */
  readonly answer?: { readonly document: object; readonly lines: readonly string[]; readonly exitCode?: number };
  /** Runs that were made, to be shown. */
  readonly madeRuns?: readonly string[];
  /** The user that it was about, by the stored name. */
  readonly user?: string;
  /** A password that was generated, and is shown once. */
  readonly password?: string | undefined;
}

/** The parts of the app that a decision without API calls needs. */
export type LedgerPlace = Pick<AppContext, 'ledger' | 'clock' | 'config'>;

/** Carries a decision out. Its dependencies are loaded then: the table of commands is read at each start. */
export type Apply<Place = AppContext> = (
  place: Place,
  subject: Subject,
  input: Typed,
  acting: Acting,
) => Promise<Applied>;

/** A field of the form of an action. */
export interface ActionField {
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'new-password' | 'date';
  readonly isOptional?: true;
  /** Values to choose from, each with its words. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
}

/** An option of its command: what gives a field its value. */
export interface ActionOption {
  readonly flags: string;
  readonly summary: string;
  readonly choices?: readonly string[];
}

/**
 * A decision, as data. Its form, the answer of the page and its command are generated from it. The table of permissions
 * says who may take it.
 */
interface ActionBase {
  /** The last part of the path of its form, and of its command. */
  readonly name: string;
  readonly fields?: Readonly<Record<string, ActionField>>;
  readonly command: {
    readonly name?: string;
    /** As commander writes them. */
    readonly arguments: string;
    readonly summary: string;
    readonly options?: readonly ActionOption[];
    readonly examples: readonly (readonly [command: string, does: string])[];
    /** It may be the first command of an installation, so that there is no ledger yet. */
    readonly makesLedger?: true;
    /** The fields, from the options; absent: each option with a value. Throws `usage`. */
    readonly input?: (args: readonly string[], options: Readonly<Record<string, string | true | undefined>>) => Typed;
  };
}

/** An action that pages have too. */
interface FormAction extends ActionBase {
  /** On the button of its form. */
  readonly button: string;
  /** On what opens the form, if it is not the button. */
  readonly title?: string;
  /** The consequence, before it is confirmed; a page may say it of the case that it shows. */
  readonly question?: string;
  /** The password is asked for on a page, as for each decision about money or rights. */
  readonly asksPassword?: true;
  /** The confirmation on a page. */
  readonly done: string;
}

/** A decision about payments, a run, or batches that the ledger does not know; with a permission of its own. */
export interface RunAction extends FormAction {
  readonly name: PermissionName;
  readonly of: 'payments' | 'run' | 'batches';
  /** Its run sends nothing more: the command waits until another process has released it. */
  readonly endsRun?: true;
  /** It makes a run: the command shows its plan and asks before it is paid. */
  readonly paysAnew?: true;
  readonly apply: Apply;
}

/** A decision about a user. */
export interface UserAction extends FormAction {
  readonly of: 'user';
  /** The permission about oneself, where it differs. */
  readonly own?: PermissionName;
  readonly apply: Apply<LedgerPlace>;
}

/** A decision about the installation, with a permission of its own. */
export interface InstallationAction extends FormAction {
  readonly permission: PermissionName;
  readonly of: 'installation';
  /** The fields of its form. A page ignores everything else, such as an option of its command. */
  readonly takes: (field: string) => boolean;
  readonly apply: Apply<LedgerPlace>;
}

/**
 * A decision that only operators take, at the command line: keys never come to a page. About the merchant that its
 * first argument names, or the installation.
 */
interface OperatorAction extends ActionBase {
  readonly permission: PermissionName;
  readonly of: 'merchant' | 'ledger';
  /** The field `secretKey` is read from where the options say: standard input, a file or the environment. */
  readonly takesSecretKey?: true;
  /** Without a terminal and `--yes`, its command only shows what is to be decided. */
  readonly showsFirst?: true;
}

export const BY_MERCHANT = { of: 'merchant', permission: 'merchants' } as const;

export interface OperatorActionOfLedger extends OperatorAction {
  readonly apply: Apply<LedgerPlace>;
}

export interface OperatorActionAtService extends OperatorAction {
  readonly callsService: true;
  readonly apply: Apply;
}

/** Those that need no payout service. */
export type LedgerAction = UserAction | InstallationAction | OperatorActionOfLedger;
/** Those with a form. */
export type PageAction = RunAction | UserAction | InstallationAction;
export type Action = RunAction | LedgerAction | OperatorActionAtService;

export function getPermission(action: Action): PermissionName {
  if ('permission' in action) return action.permission;
  return action.of === 'user' ? 'users' : action.name;
}

export const asksPassword = (action: PageAction): boolean =>
  action.asksPassword ?? permission(getPermission(action)).decision ?? false;

/** Of a run that another process has, or whose sheet is not read yet: its next step completes the decision. */
export const stopsLater = (run: string): string => `Run ${run} stops before its next step.`;

/** The reason of a decision, for the audit log. */
export const BECAUSE: ActionOption = { flags: '--because <why>', summary: 'the reason, for the audit log' };

/** The parts of a list with commas. */
export const namesIn = (list: string): readonly string[] => list.split(',').flatMap((part) => part.trim() || []);
