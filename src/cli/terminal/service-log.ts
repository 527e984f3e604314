import type { Config } from '../../config.ts';
import { createCommandLog, createLog, type Log } from '../../platform/log.ts';
import { oneLine } from './table.ts';
import type { Terminal } from './terminal.ts';

interface ServiceEvent {
  /** For programs. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** For people. Without private data, as everything in a log. */
  readonly lines: readonly string[];
}

/** The output of a command that runs until it is stopped: each event once, on one stream. */
export interface ServiceLog {
  readonly log: Log;
  /** The first line at a terminal: whether money moves, as far as it is known. */
  banner(text: string | null): void;
  /** The components that run, once they have started. `hint`: the next step for a person at the terminal. */
  begin(event: ServiceEvent & { readonly hint: readonly string[] }): void;
  tell(event: ServiceEvent): void;
}

/**
 * On a terminal, prints sentences, including warnings. With `--json`, prints a line of JSON on standard output for each
 * event. Otherwise, as under systemd or in a container, everything goes to the JSON log on standard error, and standard
 * output stays empty.
 */
export function createServiceLog(config: Config, terminal: Terminal): ServiceLog {
  if (terminal.json) {
    const line = ({ facts }: ServiceEvent) => terminal.line(facts);
    return { log: createLog(config.logLevel), banner: () => {}, begin: line, tell: line };
  }
  if (terminal.watched) {
    const print = (lines: readonly string[]) => {
      for (const line of lines) terminal.print(oneLine(line));
    };
    return {
      log: createCommandLog(config),
      banner: (text) => print(text === null ? [] : [text]),
      begin: ({ lines, hint }) => print([...lines, ...hint]),
      tell: ({ lines }) => print(lines.map((line) => `${new Date().toTimeString().slice(0, 8)}  ${line}`)),
    };
  }
  // Events are of level info. They are written unless a log level is set that omits them; the default level is warn.
  const events = createLog(config.given.logLevel === undefined ? 'info' : config.logLevel);
  const write = ({ facts: { text: _, at: __, ...facts }, lines }: ServiceEvent) => events.info(facts, lines.join(' '));
  return { log: createLog(config.logLevel), banner: () => {}, begin: write, tell: write };
}
