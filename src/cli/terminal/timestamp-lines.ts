import { pluralize } from '../../platform/pluralize.ts';
import type { StampedAnchor, VerifiedTimestamps } from '../../reports/verify-timestamps.ts';
import { oneLine } from './table.ts';

const DAY_MS = 86_400_000;
/** A longer list would hide the other lines. */
const MOST = 10;

/** The proofs of the time stamps of an anchor file. `asked`: an authority is set, so their absence matters. */
export function timestampLines(timestamps: VerifiedTimestamps | undefined, asked: boolean): readonly string[] {
  if (!timestamps) return [];
  const { anchors, stamped, trusted } = timestamps;
  const latest = stamped.toSorted((a, b) => a.anchor - b.anchor).at(-1);
  if (!latest) return asked && anchors > 0 ? ['No anchor of this file has a time stamp.'] : [];
  const count = new Set(stamped.map(({ anchor }) => anchor)).size;
  const odd = stamped.filter(({ at, time }) => Math.abs(Date.parse(time) - Date.parse(at)) > DAY_MS);
  return [
    oneLine(
      `Anchor ${latest.anchor} and all before it were there on ${shown(latest.time)}: a time stamp of ${latest.authority} says so.`,
    ),
    `Time stamps: ${count} of ${pluralize(anchors, 'anchor')}.`,
    ...odd.slice(0, MOST).map(oddLine),
    ...(odd.length > MOST
      ? [`${odd.length - MOST} more anchors differ from their time stamps by more than a day.`]
      : []),
    ...(trusted ? [] : ['Nobody checked who gave them: name those whom you trust in the setting `timestampCaFile`.']),
  ];
}

const oddLine = ({ anchor, at, time }: StampedAnchor) =>
  `Anchor ${anchor} says that it is of ${shown(at)}, and was given a time stamp on ${shown(time)}.`;

const shown = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`;
