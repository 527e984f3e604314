import type { CallDay, CallGroup } from '../../../ledger/reports/report-calls.ts';
import { figure } from '../../components/amount.ts';
import { html } from '../../components/markup.ts';
import { type ReportTable, reportTable } from './report-table.ts';
import { byEndpoint, type EndpointCalls } from './reports-calls.ts';

/** API calls by day, and by what they asked for. */
export interface CallFigures {
  readonly callDays: readonly CallDay[];
  readonly callGroups: readonly CallGroup[];
}

const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`;

/** `perMinute`: the calls that a merchant has in a minute. */
export function callTables(perMinute: number, timeZone: string): readonly ReportTable<CallFigures>[] {
  return [
    reportTable<CallFigures, CallDay>({
      name: 'quota',
      caption: 'API calls by day',
      rows: ({ callDays }) => callDays,
      columns: (view) => [
        { title: 'Day', names: true, cell: ({ day }) => html`<span class="no-wrap">${day}</span>` },
        { title: 'Calls', align: 'right', cell: ({ calls }) => figure(view, calls) },
        {
          title: 'Fullest minute',
          align: 'right',
          cell: ({ fullest }) =>
            html`${figure(view, fullest)} <span class="quiet">${percent(fullest, perMinute)}</span>`,
        },
        { title: 'Over rate limit', align: 'right', cell: ({ refused }) => figure(view, refused) },
      ],
      none: 'No API calls on these days, or their log is purged.',
      csv: [
        [`day (${timeZone})`, ({ day }) => day],
        ['calls', ({ calls }) => String(calls)],
        ['fullest minute of a merchant', ({ fullest }) => String(fullest)],
        ['quota of a minute', () => String(perMinute)],
        ['refused (429)', ({ refused }) => String(refused)],
      ],
    }),
    reportTable<CallFigures, EndpointCalls>({
      name: 'endpoints',
      caption: 'API calls by operation',
      rows: ({ callGroups }) => byEndpoint(callGroups),
      columns: (view) => [
        { title: 'Operation', names: true, cell: ({ endpoint }) => endpoint },
        { title: 'Calls', align: 'right', cell: ({ calls }) => figure(view, calls) },
        { title: 'Over rate limit', align: 'right', cell: ({ refused }) => figure(view, refused) },
        { title: 'Failed', align: 'right', cell: ({ failed }) => figure(view, failed) },
        { title: 'Average time', align: 'right', minor: true, cell: ({ ms }) => `${figure(view, Math.round(ms))} ms` },
      ],
      none: 'No API calls on these days, or their log is purged.',
      csv: [
        ['call', ({ endpoint }) => endpoint],
        ['calls', ({ calls }) => String(calls)],
        ['refused (429)', ({ refused }) => String(refused)],
        ['failed', ({ failed }) => String(failed)],
        ['ms on average', ({ ms }) => String(Math.round(ms))],
      ],
    }),
  ];
}
