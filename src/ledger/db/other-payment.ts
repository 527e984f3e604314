import { pastStateSql } from './past-state.ts';

/** SQL for what a message says of another payment `o`, whose state is `state`. */
export const otherPayment = (state: string) =>
  ({
    row: 'o.row',
    run: 'o.run_id',
    state: pastStateSql(state),
    day: `to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  }) as const;
