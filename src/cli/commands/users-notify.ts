import { setNotices } from '../../engine/users/set-notices.ts';
import { requireUser } from '../../engine/users/users.ts';
import { EXIT } from '../../errors.ts';
import { actingUser } from '../acting-user.ts';
import { type Command, textOf } from '../command.ts';
import { withLedger } from '../with-ledger.ts';
import { shownUser, userDeps } from './users-input.ts';

/** Sets where and of what a user is told; what is not named stays. */
export const usersNotify: Command = ({ args: [name = ''], options, terminal }) =>
  withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'users', { options, terminal });
    const before = await requireUser(ledger.db, name);
    const email = textOf(options, 'email');
    const kinds = textOf(options, 'kinds');
    const user = await setNotices(userDeps(ledger), by, name, {
      email: email === undefined ? before.email : email === 'none' ? null : email,
      kinds:
        kinds === undefined
          ? before.notice_kinds
          : kinds === 'all'
            ? null
            : kinds.split(',').flatMap((kind) => kind.trim() || []),
    });
    const what = user.notice_kinds === null ? 'what they can act on' : user.notice_kinds.join(', ') || 'nothing';
    terminal.print(
      user.email === null
        ? `User ${user.name} is told nothing.`
        : `User ${user.name} is told at ${user.email}: ${what}.`,
    );
    terminal.document({ ...shownUser(user), email: user.email, kinds: user.notice_kinds });
    return EXIT.done;
  });
