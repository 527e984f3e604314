import type { ChildProcess } from 'node:child_process';
import { PayrunError } from '../../errors.ts';

type Facts = Readonly<Record<string, string | number>>;
/** An error between processes: one of Payrun's, one that `of` numbers in the process that keeps it, or any other. */
type SentError =
  | Pick<PayrunError, 'code' | 'details' | 'retry'>
  | { readonly of: number }
  | { readonly error: unknown; readonly facts: Facts };
type Message =
  | { readonly call: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly reply: number; readonly value?: unknown; readonly error?: SentError };

/** Methods that one process may call in the other, by name. */
export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Placeholder for an error of the other process until it is back in that process. */
class ErrorOfCaller extends Error {
  readonly of: number;

  constructor(of: number) {
    super('an error of the process that called');
    this.of = of;
  }
}

export interface ProcessPort {
  /** Calls a method of the other process. Throws what it throws. */
  call<T>(method: string, ...args: readonly unknown[]): Promise<T>;
  /** Fails all calls that wait, and all later ones. */
  fail(error: unknown): void;
  /** True if calls wait for the other process, which waits for none. */
  isWaiting(): boolean;
}

/**
 * Calls between a process and its child, in both directions. The one that `keepsErrors` gets an error that its method
 * threw back as the same object, so that errors of the database keep their type.
 */
export function processPort(
  other: ChildProcess | NodeJS.Process,
  methods: () => Methods,
  { keepsErrors = false, heard = () => {} } = {},
): ProcessPort {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const callerErrors: unknown[] = [];
  let calls = 0;
  let answering = 0;
  let failure: { readonly error: unknown } | null = null;

  const sent = (error: unknown): SentError => {
    if (error instanceof ErrorOfCaller) return { of: error.of };
    if (error instanceof PayrunError) return { code: error.code, details: error.details, retry: error.retry };
    if (keepsErrors) return { of: callerErrors.push(error) - 1 };
    const facts = Object.entries(error as object).filter(([, value]) => ['string', 'number'].includes(typeof value));
    return { error, facts: Object.fromEntries(facts) };
  };
  const received = (error: SentError): unknown => {
    if ('of' in error) return keepsErrors ? callerErrors[error.of] : new ErrorOfCaller(error.of);
    if ('code' in error) return new PayrunError(error.code, error.details, { retry: error.retry });
    return Object.assign(error.error as object, error.facts);
  };

  // If the other process is gone, its end fails the calls.
  const send = (message: Message) => void other.send!(message, undefined, undefined, () => {});

  async function answer({ call, method, args }: Extract<Message, { call: number }>): Promise<void> {
    answering++;
    try {
      send({ reply: call, value: await (methods()[method] as (...all: readonly unknown[]) => unknown)(...args) });
    } catch (error) {
      send({ reply: call, error: sent(error) });
    } finally {
      answering--;
    }
  }

  other.on('message', (data: unknown) => {
    const message = data as Message;
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
      send({ call: calls, method, args });
      return one.promise as Promise<T>;
    },
    fail: (error) => {
      failure ??= { error };
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    },
    isWaiting: () => waiting.size > 0 && answering === 0,
  };
}
