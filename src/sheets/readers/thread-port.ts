import type { MessagePort, Worker } from 'node:worker_threads';
import { PayrunError } from '../../errors.ts';

type Facts = Readonly<Record<string, string | number>>;
/** An error between threads: one of Payrun's, one that `of` numbers in the thread that keeps it, or any other. */
type SentError =
  | Pick<PayrunError, 'code' | 'details' | 'retry'>
  | { readonly of: number }
  | { readonly error: unknown; readonly facts: Facts };
type Message =
  | { readonly call: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly reply: number; readonly value?: unknown; readonly error?: SentError };

/** What one thread may call in the other, by name. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Stands for an error of the other thread until it is back there. */
class ErrorOfCaller extends Error {
  readonly of: number;

  constructor(of: number) {
    super('an error of the thread that called');
    this.of = of;
  }
}

export interface ThreadPort {
  /** Calls a method of the other thread. Throws what it throws. */
  call<T>(method: string, ...args: readonly unknown[]): Promise<T>;
  /** Fails all calls that wait, and all later ones. */
  fail(error: unknown): void;
}

/**
 * Calls between two threads, in both directions. The one that `keepsErrors` gets an error that its method threw back as
 * the same object: whoever waits for a database knows the database's errors.
 */
export function threadPort(
  port: MessagePort | Worker,
  methods: () => Methods,
  { keepsErrors = false, heard = () => {} } = {},
): ThreadPort {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const kept: unknown[] = [];
  let calls = 0;
  let failure: { readonly error: unknown } | null = null;

  const sent = (error: unknown): SentError => {
    if (error instanceof ErrorOfCaller) return { of: error.of };
    if (error instanceof PayrunError) return { code: error.code, details: error.details, retry: error.retry };
    if (keepsErrors) return { of: kept.push(error) - 1 };
    const facts = Object.entries(error as object).filter(([, value]) => ['string', 'number'].includes(typeof value));
    return { error, facts: Object.fromEntries(facts) };
  };
  const received = (error: SentError): unknown => {
    if ('of' in error) return keepsErrors ? kept[error.of] : new ErrorOfCaller(error.of);
    if ('code' in error) return new PayrunError(error.code, error.details, { retry: error.retry });
    return Object.assign(error.error as object, error.facts);
  };

  async function answer({ call, method, args }: Extract<Message, { call: number }>): Promise<void> {
    try {
      const value = await (methods()[method] as (...all: readonly unknown[]) => unknown)(...args);
      port.postMessage({ reply: call, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      port.postMessage({ reply: call, error: sent(error) });
    }
  }

  port.on('message', (message: Message) => {
    heard();
    if ('call' in message) return void answer(message);
    const one = waiting.get(message.reply);
    waiting.delete(message.reply);
    if (message.error === undefined) one?.resolve(message.value);
    else one?.reject(received(message.error));
  });
  return {
    call: <T>(method: string, ...args: readonly unknown[]) => {
      if (failure) return Promise.reject(failure.error);
      const one = Promise.withResolvers<unknown>();
      waiting.set(++calls, one);
      port.postMessage({ call: calls, method, args });
      return one.promise as Promise<T>;
    },
    fail: (error) => {
      failure ??= { error };
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    },
  };
}
