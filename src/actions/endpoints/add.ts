import { type InstallationAction, namesIn } from '../action.ts';

export const addEndpointAction: InstallationAction = {
  name: 'add',
  permission: 'endpoints',
  of: 'installation',
  takes: (field) => ['name', 'url', 'types', 'merchants'].includes(field),
  button: 'Add endpoint',
  fields: {
    name: { label: 'Name', hint: 'For example, erp. It can’t be changed later.' },
    url: { label: 'URL', hint: 'The address to post to: https://...' },
    types: {
      label: 'Messages',
      hint: 'run.* and payment.*, or single types such as run.paid, payment.failed, separated by commas.',
    },
    merchants: {
      label: 'Merchants',
      hint: 'Merchants whose runs and payments are reported: all, or names separated by commas.',
    },
  },
  done: 'The endpoint is added.',
  command: {
    name: 'endpoints add',
    arguments: '<name>',
    summary: 'adds a URL to which changes are posted, and shows its signing secret once',
    options: [
      { flags: '--url <url>', summary: 'the address to post to' },
      { flags: '--types <types>', summary: 'comma-separated types, such as payment.failed (default: run.*,payment.*)' },
      { flags: '--merchants <names>', summary: 'comma-separated merchants, or `all` (default: all)' },
    ],
    examples: [
      ['payrun endpoints add erp --url https://erp.example.com/payrun', 'every change of a run or payment'],
      [
        'payrun endpoints add desk --url https://desk.example.com/hook --types payment.failed,payment.returned',
        'payments that did not arrive',
      ],
    ],
    input: ([name], options) => ({
      ...{ name, types: 'run.*,payment.*', merchants: 'all' },
      ...(options as Record<string, string>),
    }),
  },
  async apply(place, _, { name = '', url = '', types = '', merchants = '' }, { by }) {
    const { addEndpoint } = await import('../../engine/endpoints/endpoints.ts');
    const { readMerchants } = await import('../../engine/users/read-rights.ts');
    const asked = { name: name.trim(), url: url.trim(), types: namesIn(types), merchants: readMerchants(merchants) };
    const secret = await addEndpoint(place, by, asked);
    const lines = [`Secret of ${asked.name}, shown only once:`, secret];
    return { password: secret, answer: { document: { ...asked, secret }, lines } };
  },
};
