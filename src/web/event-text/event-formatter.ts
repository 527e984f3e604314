import type { Content } from '../components/markup.ts';
import type { Said } from './event-context.ts';

/** How one kind of event is told. */
export interface Telling {
  /** What happened, in a few words. */
  readonly title: string;
  /** What is known of it, in sentences; without it the title says all. */
  readonly tell?: (said: Said) => Content;
}
