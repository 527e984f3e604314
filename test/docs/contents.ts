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
    about: 'from nothing to a paid sheet of your own, a schedule, an approver, a backup and a job',
  },
  { page: 'sheets', title: 'Sheets', about: 'amounts, dates, encodings, control totals, payment orders, results' },
  { page: 'review', title: 'Review', about: 'holds, approval, discrepancies, users and four eyes' },
  { page: 'automation', title: 'Automation', about: 'inbox, schedule, jobs, notifications' },
  { page: 'platforms', title: 'Platforms', about: 'sub-merchants and their onboarding' },
  { page: 'api', title: 'API', about: 'payments from programs: tokens, runs, lists' },
  { page: 'webhooks', title: 'Webhooks', about: 'news from the payout service' },
  {
    page: 'operations',
    title: 'Operations',
    about: 'deploy, size, back up, restore, upgrade, monitor, what to do about each alert',
  },
  { page: 'security', title: 'Security', about: 'the guarantees, and how each is tried' },
  { page: 'non-goals', title: 'Non-goals', about: 'what Payrun leaves to better tools' },
  { page: 'architecture', title: 'Architecture', about: 'floor plan, states, the life of a payment' },
  { page: 'sandbox', title: 'Sandbox', about: 'a payout service on this machine, for rehearsals' },
  { page: 'performance', title: 'Figures', about: 'how fast it is, and the command that measures it' },
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
