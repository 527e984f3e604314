import { markdownTable } from './markdown.ts';

interface Guide {
  /** File name in `docs/` without its ending. */
  readonly page: string;
  readonly title: string;
  readonly about: string;
}

/** The guides of the manual, in the order in which they are listed. */
const GUIDES: readonly Guide[] = [
  {
    page: 'quickstart',
    title: 'Quickstart',
    about: 'your first payments from a sheet, an approver, a schedule and a backup',
  },
  { page: 'sheets', title: 'Sheets', about: 'how a sheet is read: columns, amounts, dates, control totals' },
  { page: 'results', title: 'Results', about: 'what you get back after a run' },
  { page: 'payment-orders', title: 'Payment orders', about: 'ISO 20022 pain.001 from an ERP' },
  { page: 'review', title: 'Review', about: 'what you check and decide: approval, holds, failures, discrepancies' },
  { page: 'users', title: 'Users', about: 'who may do what, and the four-eyes principle' },
  { page: 'rules', title: 'Payment rules', about: 'limits, approvals and duplicates, and who sets them' },
  { page: 'accounting', title: 'Accounting', about: 'reports, statements, and the journal for your books' },
  { page: 'automation', title: 'Automation', about: 'inbox, schedule, notifications' },
  { page: 'jobs', title: 'Jobs', about: 'other scheduled jobs, and a job of your own' },
  { page: 'api', title: 'API', about: 'pay from programs: tokens, runs, lists, and webhooks that Payrun sends' },
  { page: 'webhooks', title: 'Webhooks', about: 'webhook deliveries from the payout service' },
  { page: 'platforms', title: 'Platforms', about: 'sub-merchants and their onboarding' },
  { page: 'deploy', title: 'Deploy', about: 'one machine or many, PostgreSQL, sizing, upgrades' },
  { page: 'monitoring', title: 'Monitor', about: 'metrics, logs, and what to do about each alert' },
  { page: 'backup', title: 'Back up and restore', about: 'backups, restores, purges, and the vault key' },
  {
    page: 'ledgers',
    title: 'Several ledgers',
    about: 'two installations that pay from one balance, or a restored backup',
  },
  { page: 'security', title: 'Security', about: 'the guarantees, and how each is tested' },
  { page: 'sandbox', title: 'Sandbox', about: 'a payout service on this machine, for rehearsals' },
  { page: 'performance', title: 'Performance', about: 'how fast Payrun is, and the commands that measure it' },
  { page: 'architecture', title: 'Architecture', about: 'layout, states, the life of a payment' },
  { page: 'non-goals', title: 'Non-goals', about: 'what Payrun leaves to better tools' },
];

/** The table of contents, with links from a page in the project's folder or in `docs/`. */
export const contentsTable = (folder: '' | 'docs/', references: readonly string[]) =>
  markdownTable(
    ['', ''],
    [
      ...GUIDES.map(({ page, title, about }) => [`[${title}](${folder}${page}.md)`, about]),
      ['Reference', references.map((name) => `[${name.replace('-', ' ')}](${folder}reference/${name}.md)`).join(', ')],
    ],
  );
