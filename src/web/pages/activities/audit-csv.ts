import type { AuditEvent, AuditPlace } from '../../../ledger/views/audit-events.ts';
import type { EventNames } from '../../../ledger/views/event-names.ts';
import type { Content } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';
import { actorPlace, actorWords, eventText, eventTitle } from '../../event-text/event-text.ts';

const HEADER = ['time (UTC)', 'who', 'account and machine', 'what', 'kind', 'of', 'no.', 'details'];

/** Reads one page of the audit with the names that its texts need. */
type ReadPage = (
  before: AuditPlace | null,
) => Promise<{ readonly events: readonly AuditEvent[]; readonly names: EventNames; readonly next: AuditPlace | null }>;

/** All events of a filter as lines of a CSV, latest first, read page by page. */
export async function* auditLines(view: View, read: ReadPage): AsyncGenerator<readonly (readonly string[])[]> {
  yield [HEADER];
  for (let before: AuditPlace | null = null; ; ) {
    const { events, names, next } = await read(before);
    const lines: string[][] = [];
    for (const event of events) {
      const { at, actor, kind, chain, seq, data } = event;
      const details = plainText(await eventText(view, names, event));
      lines.push([
        at.toISOString(),
        actorWords(actor),
        actorPlace(event),
        eventTitle(kind, data),
        kind,
        chain,
        String(seq),
        details,
      ]);
    }
    yield lines;
    if (next === null) return;
    before = next;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of a markup as a reader sees it. */
const plainText = (content: Content): string =>
  String(content)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:)])/g, '$1')
    .trim();
