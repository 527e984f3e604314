import { duePurges, type PurgeLine, purge as removeDue } from '../../../engine/maintenance/purge.ts';
import { EXIT } from '../../../errors.ts';
import { systemClock } from '../../../platform/clock.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { megabytes } from '../../terminal/megabytes.ts';
import { printedTable } from '../../terminal/table.ts';
import { withLedger } from '../../with-ledger.ts';

/** Shows what the retention periods would remove, and removes it after a confirmation. */
export const purge: Command = ({ options, terminal, signal }) =>
  withLedger(async (ledger, config) => {
    const deps = { ledger, config, clock: systemClock };
    const by = options.yes && !options.dryRun ? await actingUser(deps, 'purge', { options, terminal }) : null;
    const due = await duePurges(deps);
    const nothing = due.every(({ items }) => items === 0);
    terminal.print(tableOf(due));
    if (due.every(({ days }) => days === null))
      terminal.print('\nNo policy is set, so everything is kept. Set `retention` in payrun.config.json.');
    const removed =
      !nothing &&
      !options.dryRun &&
      (options.yes === true ||
        (terminal.interactive && (await terminal.ask('\nRemove this? It cannot be undone.', signal))));
    if (!removed) {
      if (!nothing) terminal.print('\nNothing was removed. `payrun purge --yes` does it.');
      terminal.document({ removed: false, lines: due });
      return EXIT.done;
    }
    const gone = await removeDue(deps, { by: by ?? (await actingUser(deps, 'purge', { options, terminal })), signal });
    terminal.print(
      `\nRemoved: ${inWords(gone)}. The audit log records it, and \`payrun verify\` still checks every row.`,
    );
    terminal.document({ removed: true, lines: gone });
    return EXIT.done;
  });

function tableOf(lines: readonly PurgeLine[]): string {
  return printedTable(
    [
      { title: 'policy', text: ({ kind }) => kind },
      { title: 'kept for', align: 'right', text: ({ days }) => (days === null ? 'ever' : `${days} days`) },
      { title: 'to go', align: 'right', text: ({ items }) => String(items) },
      { title: 'size', align: 'right', text: ({ bytes }) => megabytes(Number(bytes)) },
      { title: 'oldest', text: ({ oldest }) => oldest?.toISOString().slice(0, 10) ?? '' },
      { title: 'what', text: ({ what }) => what },
    ],
    lines,
  );
}

function inWords(gone: readonly PurgeLine[]): string {
  return gone
    .filter(({ items }) => items > 0)
    .map(({ items, what }) => `${items} ${what}`)
    .join(', ');
}
