import { resolve } from 'node:path';
import { type Config, loadConfig } from '../../../config.ts';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { withReadOnlyHome } from '../../../engine/context/read-only-home.ts';
import { recordMerchant } from '../../../engine/maintenance/record-merchant.ts';
import { refuseRecorded, writeRecording } from '../../../engine/maintenance/record-steps.ts';
import { EXIT } from '../../../errors.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Records the form of the service's answers, without their values. */
export const record = (folder: string, invocation: Invocation): Promise<number> =>
  withReadOnlyHome(loadConfig(), (config) => recordWith(config, folder, invocation));

async function recordWith(config: Config, folder: string, { options, terminal, signal }: Invocation) {
  const path = resolve(folder);
  refuseRecorded(path);
  const work = async (appContext: AppContext) => {
    const { ledger } = appContext;
    const by = options.write ? await actingUser({ ledger, config }, 'service_change', { options, terminal }) : null;
    const recording = await recordMerchant(appContext, {
      ...{ by, parent: textOf(options, 'parent'), signal },
      onStep: ({ step, status, unread }) =>
        terminal.print(`${status ?? '---'}  ${step}${unread === null ? '' : `: Payrun cannot read it: ${unread}`}`),
    });
    await writeRecording(path, recording);
    const { steps } = recording;
    const unread = steps.filter((one) => one.unread !== null).map(({ step, unread }) => ({ step, unread }));
    terminal.document({ folder: path, answers: steps.length, unread });
    terminal.print(
      `${pluralize(steps.length, 'answer')} of the payout service recorded in ${folder}, without their values. Read it before you send it.`,
    );
    return EXIT.done;
  };
  return withAppContext(terminal, work, config);
}
