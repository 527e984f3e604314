import type { SeededRandom } from '../support/seeded-random.ts';
import { inOddestForm, LIMITS } from './odd-forms.ts';
import { LAWFUL, UNLAWFUL } from './oddities.ts';
import type { Answer } from './service.ts';

/** The oddities of one service, with a text of those so far. */
export interface OddService {
  /** The changed answer; null: the connection breaks, though the call took effect. */
  answer(answer: Answer): Answer | null;
  /** Empties the story and returns it. */
  tell(): readonly string[];
}

/** A path without its ids, so that a whim lasts for all batches. */
const kindOf = (method: string, path: string): string => `${method} ${path.replace(/\/[A-Z]-\w+/g, '/:id')}`;

/** Calls without which nothing continues: if they are refused, nothing else is met. */
const NEEDED_BY_ALL = /GET \/v1\/(recipients|batches|balances)$/;

function refusedByLimit(answer: Answer, nth: number): Answer {
  const errors = [{ code: 'rate_limit_exceeded', message: 'Rate limit exceeded' }];
  return { ...answer, status: 429, headers: LIMITS[nth % LIMITS.length]!(), json: { ok: false, errors } };
}

/** Odd answers to calls of one kind. */
interface Whim {
  readonly what: string;
  left: number;
  skip: number;
}

/**
 * A service with whims: for each kind of call it draws one oddity and how many of its answers have it, or another one for every
 * seventh answer; in every third seed, all other answers are in their oddest form. Whims are over after a while, but some last
 * longer than a client waits.
 */
export function oddService(random: SeededRandom, isLawful: boolean): OddService {
  const oddities = new Map(Object.entries(isLawful ? LAWFUL : { ...LAWFUL, ...UNLAWFUL }));
  const whims = new Map<string, Whim>();
  const story: string[] = [];
  const most = random.oneOf([1, 3, 8]);
  const isOddThroughout = random.chance(0.33);
  const isFickle = random.chance(0.25);
  let calls = 0;
  const whimOf = (kind: string): Whim => {
    const known = whims.get(kind);
    if (known) return known;
    if (isFickle) return { what: random.chance(0.15) ? random.oneOf([...oddities.keys()]) : '', left: 1, skip: 0 };
    const isOdd = random.chance(NEEDED_BY_ALL.test(kind) ? 0.2 : 0.65);
    const whim = {
      what: isOdd ? random.oneOf([...oddities.keys()]) : '',
      left: 1 + random.upTo(most),
      skip: random.chance(0.6) ? 0 : random.upTo(3),
    };
    whims.set(kind, whim);
    return whim;
  };
  return {
    tell: () => story.splice(0),
    answer(answer) {
      if (++calls % 11 === 0 && answer.method === 'GET') return refusedByLimit(answer, Math.floor(calls / 11));
      const kind = kindOf(answer.method, answer.path);
      const whim = whimOf(kind);
      if (whim.what === '' || whim.left === 0) return isOddThroughout ? inOddestForm(answer) : answer;
      if (whim.skip > 0) {
        whim.skip -= 1;
        return answer;
      }
      whim.left -= 1;
      story.push(`${kind} (${answer.status}): ${whim.what}`);
      return oddities.get(whim.what)!(answer, random);
    },
  };
}
