import type { Content } from '../components/markup.ts';
import type { EventContext } from './event-context.ts';

/** How one kind of event is told. */
export interface EventFormatter {
  /** What happened, in a few words. */
  readonly title: string;
  /** What is known of it, in sentences; without it the title says all. */
  readonly tell?: (said: EventContext) => Content;
}
