import { isCancel, password, select, text } from '@clack/prompts';
import { PayrunError } from '../../errors.ts';
import { printable } from '../../platform/printable.ts';
import type { Streams } from './terminal.ts';

interface Asked {
  readonly message: string;
  /** The error in an answer, for which the question is asked again; undefined if the answer is valid. */
  readonly fault?: ((answer: string) => string | undefined) | undefined;
}

/** Questions on a terminal. Each throws `stopped` if the user ends it with Ctrl-C. */
export interface Prompts {
  /** A line of text; `otherwise` if it is left empty. */
  text(asked: Asked & { readonly otherwise: string }): Promise<string>;
  /** A line that is not shown while it is typed. */
  secret(asked: Asked): Promise<string>;
  choose<Value extends string>(asked: {
    readonly message: string;
    readonly options: readonly { readonly value: Value; readonly label: string }[];
  }): Promise<Value>;
}

/** Asks on standard error, so that standard output has the result alone. */
export function createPrompts({ stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>): Prompts {
  const on = { input: stdin, output: stderr };
  const checked = (fault: Asked['fault']) => (answer: string | undefined) => fault?.(answer ?? '');
  return {
    text: async ({ message, otherwise, fault }) =>
      answered(
        await text({
          ...on,
          message: printable(message),
          placeholder: otherwise,
          defaultValue: otherwise,
          validate: checked(fault && ((answer) => fault(answer === '' ? otherwise : answer))),
        }),
      ),
    secret: async ({ message, fault }) =>
      answered(await password({ ...on, message: printable(message), mask: '', validate: checked(fault) })),
    choose: async ({ message, options }) =>
      answered(await select<string>({ ...on, message, options: [...options], showInstructions: false })) as never,
  };
}

function answered(answer: string | symbol | undefined): string {
  if (isCancel(answer)) throw new PayrunError('stopped', { signal: 'SIGINT' });
  return String(answer ?? '');
}
