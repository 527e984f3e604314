import type { Scope } from '../ledger/merchants/scope.ts';
import type { Filter } from './filters.ts';
import type { Filters, ListPlace, ListRequest, Rows } from './list.ts';

interface OfRun extends Filters {
  readonly run: Filter<bigint>;
}

/** Reads rows of a run; null, if there is no such run that the reader may see. */
export const ofRun =
  <Row, F extends OfRun>(
    read: (place: ListPlace, scope: Scope, request: ListRequest<F> & { readonly run: bigint }) => Promise<Rows<Row>>,
  ) =>
  async (place: ListPlace, scope: Scope, request: ListRequest<F>): Promise<Rows<Row> | null> => {
    const { seesRun } = await import('../ledger/views/run-view.ts');
    const run = request.filters.run as bigint | null;
    return run !== null && (await seesRun(place.ledger.db, scope, run))
      ? read(place, scope, { ...request, run })
      : null;
  };

/** The cursor of a list in the order of a sheet: the last row of the page before; -1 on the first one. */
export const rowAfter = (after: string | null): number => (/^\d{1,9}$/.test(after ?? '') ? Number(after) : -1);
