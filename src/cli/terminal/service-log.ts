import type { Config } from '../../config.ts';
import type { ServeEvent } from '../../engine/activities/serve-event.ts';
import { systemClock } from '../../platform/clock.ts';
import { createCommandLog, createLog, type Log } from '../../platform/log.ts';
import { oneLine } from './table.ts';
import type { Terminal } from './terminal.ts';

/** The components that run, once they have started. */
interface Start {
  /** For programs. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** For people. Without private data, as everything in a log. */
  readonly lines: readonly string[];
  /** The next step for a person at the terminal. */
  readonly hint: readonly string[];
}

/** The output of a command that runs until it is stopped: each event once, on one stream. */
export interface ServiceLog {
  readonly log: Log;
  /** The first line at a terminal: whether money moves, if known. */
  banner(text: string | null): void;
  begin(start: Start): void;
  tell(event: ServeEvent): void;
}

/**
 * On a terminal, prints sentences, including warnings. With `--json`, prints a line of JSON on standard output for each
 * event. Otherwise, as under systemd or in a container, everything goes to the JSON log on standard error, and standard
 * output stays empty.
 */
export function createServiceLog(config: Config, terminal: Terminal): ServiceLog {
  if (terminal.json) {
    return {
      log: createLog(config.logLevel),
      banner: () => {},
      begin: ({ facts }) => terminal.line(facts),
      tell: ({ event, text, ...more }) =>
        terminal.line({ event, at: new Date(systemClock.now()).toISOString(), ...more, text }),
    };
  }
  if (terminal.watched) {
    const print = (lines: readonly string[]) => {
      for (const line of lines) terminal.print(oneLine(line));
    };
    return {
      log: createCommandLog(config),
      banner: (text) => print(text === null ? [] : [text]),
      begin: ({ lines, hint }) => print([...lines, ...hint]),
      tell: ({ text }) => print([`${new Date().toTimeString().slice(0, 8)}  ${text}`]),
    };
  }
  // Events are of level info. They are written unless a log level is set that omits them; the default level is warn.
  const events = createLog(config.given.logLevel === undefined ? 'info' : config.logLevel);
  return {
    log: createLog(config.logLevel),
    banner: () => {},
    begin: ({ facts, lines }) => events.info(facts, lines.join(' ')),
    tell: ({ text, ...facts }) => events.info(facts, text),
  };
}
