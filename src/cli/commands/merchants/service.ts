import { callOperation, SERVICE_OPERATIONS, serviceOperation } from '../../../engine/merchants/service-operation.ts';
import { EXIT } from '../../../errors.ts';
import { serviceOperations } from '../../../lists/tables/merchant-tables.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, optionText } from '../../command.ts';
import { fieldOptions } from '../../field-options.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { rowsAsTable } from '../../terminal/table.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Lists the operations of the payout service, or calls one of them. */
export const service: Command = async ({ args: [name, ...given], options, terminal, signal }) => {
  if (name === undefined)
    return { document: SERVICE_OPERATIONS, lines: [rowsAsTable(serviceOperations, SERVICE_OPERATIONS)] };
  const { permission } = serviceOperation(name);
  const fields = fieldOptions(given);
  return withAppContext(terminal, async (appContext) => {
    const { ledger, config } = appContext;
    const merchant = optionText(options, 'merchant') ?? appContext.defaultMerchant;
    const by = await actingUser({ ledger, config }, permission, { options, terminal });
    if (permission === 'service_change' && !options.yes) {
      if (!terminal.interactive) throw usageError('no_terminal_to_change', { name });
      if (!(await terminal.ask(`Call ${name} for ${merchant} in the payout service?`, signal))) return EXIT.done;
    }
    const answer = await callOperation(appContext, { name, merchant, fields, by, signal });
    for (const line of await bannerLines({ ledger, config })) terminal.note(line);
    return { document: answer, lines: [JSON.stringify(answer, null, 2)] };
  });
};
