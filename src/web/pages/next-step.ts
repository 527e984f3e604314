import type { UserRole } from '../../ledger/user.ts';
import type { RunState } from '../../states.ts';
import { approvePath } from '../page/paths.ts';
import type { View } from '../page/view.ts';
import { hasRole } from '../session/access.ts';

/** Something that somebody can do about a run, on a page of its own. */
interface RunAction {
  readonly label: string;
  readonly path: (run: bigint) => string;
  readonly role: UserRole;
  /** In which state it is what the run waits for. */
  readonly waitsFor: RunState;
}

/** What can be done about a run, one line each: the home page and the page of the run lead there. */
const RUN_ACTIONS: readonly RunAction[] = [
  { label: 'Look and decide', path: approvePath, role: 'viewer', waitsFor: 'waiting_approval' },
];

/** What a reader can do about a run that waits; null where there is nothing, or somebody else does it. */
export function nextStep(
  { visitor }: Pick<View, 'visitor'>,
  { id, state }: { readonly id: bigint; readonly state: RunState },
): { readonly label: string; readonly path: string } | null {
  const action = RUN_ACTIONS.find(({ waitsFor, role }) => waitsFor === state && hasRole(visitor.role, role));
  return action ? { label: action.label, path: action.path(id) } : null;
}
