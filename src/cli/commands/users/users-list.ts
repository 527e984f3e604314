import { EXIT } from '../../../errors.ts';
import { listUsers } from '../../../ledger/users/user.ts';
import { hasRole } from '../../../permissions/access.ts';
import type { Command } from '../../command.ts';
import { printedTable } from '../../terminal/table.ts';
import { readLedger } from '../../with-ledger.ts';
import { shownUser } from './users-input.ts';

/** The users of the pages, with the rights of each. */
export const usersList: Command = ({ terminal }) =>
  readLedger({ terminal, document: { users: [] } }, async (ledger) => {
    const users = (await listUsers(ledger.db)).map(shownUser);
    terminal.document({ users });
    if (users.length === 0)
      terminal.print('There are no users yet. Add the first one with `payrun users add NAME --role admin`.');
    else
      terminal.print(
        printedTable(
          [
            { title: 'user', text: (row) => row.user },
            { title: 'role', text: (row) => row.role },
            { title: 'merchants', text: (row) => row.merchants?.join(', ') ?? 'all' },
            {
              title: 'approves up to',
              text: ({ role, limits }) =>
                !hasRole(role, 'approver')
                  ? 'nothing'
                  : limits === null
                    ? 'no limit'
                    : Object.entries(limits)
                        .map(([c, a]) => `${a} ${c}`)
                        .join(', ') || 'nothing',
            },
            { title: 'login', text: (row) => (row.codes ? `${row.login} and code` : row.login) },
            { title: 'last login', text: (row) => row.lastLogin?.slice(0, 16).replace('T', ' ') ?? 'never' },
            {
              title: '',
              text: (row) =>
                row.disabled ? 'disabled' : row.passwordToChange ? 'chooses a password at the next login' : '',
            },
          ],
          users,
        ),
      );
    return EXIT.done;
  });
