import { mask } from '../../mask-bank-details.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { readFlag } from '../field-rules.ts';
import { type Setting, unseen } from './setting.ts';

/** The account for funding. One call sets all of it, and the service does not show it afterwards. */
export const bankAccount: Setting = {
  name: 'bank account',
  columns: ['bankAccountNum', 'bankAccountName'],
  async differences(context) {
    const { cells } = context;
    const body = {
      accountName: cells.bankAccountName!,
      currency: cells.bankCurrency!.toUpperCase(),
      bankCountry: cells.bankCountry!.toUpperCase(),
      branchId: cells.bankBranchId!,
      bankId: cells.bankId!,
      institution: cells.bankInstitution!,
      transit: cells.bankTransit!,
      accountNum: cells.bankAccountNum!,
      enabled: readFlag(cells.bankEnabled ?? 'yes') ?? true,
    };
    const unlike = unseen(context, 'bankAccount', canonicalJson(body));
    if (!unlike) return [];
    const after = `${body.currency} account ${mask(body.accountNum)} in ${body.bankCountry}, ${body.enabled ? 'used' : 'not used'}`;
    return [
      {
        what: 'bank account',
        after,
        ...unlike,
        send: async (service, signal) => {
          await service.call('putBankAccount', { body }, { signal });
          return undefined;
        },
      },
    ];
  },
};
