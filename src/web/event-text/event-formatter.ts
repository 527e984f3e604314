import type { Content } from '../components/markup.ts';
import type { EventContext } from './event-context.ts';

/** The text of one kind of event. */
export interface EventFormatter {
  /** The event in a few words. */
  readonly title: string;
  /** The title of one event, if its data decides it. */
  readonly titleOf?: (data: EventContext['data']) => string;
  /** The details, in sentences; if omitted, the title is all. */
  readonly describe?: (event: EventContext) => Content;
}
