import { unescapeText } from './xlsx-text.ts';

/** Collects the text of an `<si>` or `<is>` from all its runs, without phonetic guides (Japanese names have them). */
export interface RichText {
  open(name: string): void;
  text(text: string): void;
  /** False if the closed element is the `<si>` or `<is>` itself. */
  close(): boolean;
  /** Returns the text so far and resets it. */
  take(): string;
}

export function richText(): RichText {
  let inRun = false;
  let reading = false;
  let skipped = 0;
  let all = '';
  return {
    open: (name) => {
      if (skipped > 0 || reading) skipped++;
      else if (name === 't') reading = true;
      else if (name === 'r' && !inRun) inRun = true;
      else skipped++;
    },
    text: (text) => {
      if (reading && skipped === 0) all += text;
    },
    close: () => {
      if (skipped > 0) skipped--;
      else if (reading) reading = false;
      else if (inRun) inRun = false;
      else return false;
      return true;
    },
    take: () => {
      const text = unescapeText(all);
      all = '';
      return text;
    },
  };
}
