import type { PurgeLine } from '../../engine/maintenance/purge.ts';
import { megabytes } from '../../platform/megabytes.ts';
import { as } from '../../references/value.ts';
import type { TableOf } from '../list.ts';

/** Rows to be purged by each retention policy. */
export const purgeTable: TableOf<PurgeLine> = {
  title: 'Retention',
  columns: [
    { name: 'policy', title: 'Policy', value: ({ kind }) => kind },
    { name: 'days', title: 'Kept for', value: ({ days }) => (days === null ? 'No limit' : `${days} days`) },
    { name: 'items', title: 'To remove', value: ({ items }) => as.count(items) },
    { name: 'size', title: 'Size', value: ({ bytes }) => megabytes(Number(bytes)) },
    { name: 'oldest', title: 'Oldest', value: ({ oldest }) => oldest?.toISOString().slice(0, 10) ?? null },
    { name: 'what', title: 'What', value: ({ what }) => what },
  ],
  empty: { what: 'No policies.', page: '' },
};
