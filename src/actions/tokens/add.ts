import { namesIn, type UserAction } from '../action.ts';

/** Adds a program that acts by a token. */
export const addToken: UserAction = {
  name: 'add',
  of: 'user',
  button: 'Add token',
  fields: {
    name: { label: 'Program', hint: 'Shown in events. It can’t be changed later.' },
    role: {
      label: 'Role',
      choices: [
        ['viewer', 'Viewer: read-only'],
        ['maker', 'Maker: reads, and creates and submits runs'],
      ],
    },
    merchants: { label: 'Merchants', hint: 'Merchants to grant access to: all, or names separated by commas.' },
    until: { label: 'Valid through', hint: 'The last day on which the token is accepted, in UTC.', type: 'date' },
    networks: {
      label: 'Networks',
      hint: 'Addresses or networks separated by commas, such as 10.0.0.0/8. Leave blank to accept any.',
      isOptional: true,
    },
  },
  done: 'The token is added.',
  command: {
    name: 'tokens add',
    arguments: '<name>',
    summary: 'adds a program with a token, and shows the token once',
    options: [
      { flags: '--role <role>', summary: 'viewer or maker; only users can approve', choices: ['viewer', 'maker'] },
      {
        flags: '--merchants <names>',
        summary: 'merchants whose payments it sees, comma-separated, or `all` (default: all)',
      },
      { flags: '--until <day>', summary: 'required: the last day on which it is accepted, YYYY-MM-DD, in UTC' },
      { flags: '--networks <networks>', summary: 'addresses or networks from which it is accepted, comma-separated' },
    ],
    examples: [
      ['payrun tokens add erp --role maker --merchants acme --until 2027-12-31', 'the ERP can create runs for acme'],
      ['payrun tokens add bi --role viewer --until 2027-12-31 --networks 10.0.0.0/8', 'read-only, from one network'],
    ],
    input: ([name], options) => ({ name, merchants: 'all', ...(options as Record<string, string>) }),
  },
  async apply(place, _, { name = '', role, merchants = '', until = '', networks = '' }, { by }) {
    const { addProgram } = await import('../../engine/users/programs.ts');
    const { readMerchants } = await import('../../engine/users/read-rights.ts');
    const asked = { name, role, merchants: readMerchants(merchants), until, networks: namesIn(networks) };
    const token = await addProgram(place, by, asked);
    const document = { name, role, merchants: asked.merchants, until, networks: asked.networks, token };
    const lines = [`Token of ${name}, shown only once:`, token, `It is accepted until ${until}.`];
    return { user: name, password: token, answer: { document, lines } };
  },
};
