import { whyNotApprove } from '../../engine/users-access.ts';
import type { Money } from '../../model.ts';
import type { Visitor } from '../visitor.ts';

export { type Deed, hasRole, MAY, may, seesMerchant, whyNotApprove } from '../../engine/users-access.ts';

/** May the visitor approve these amounts (what is sent, by currency)? `whyNotApprove` says why not. */
export function mayApprove(visitor: Visitor, amounts: readonly Money[]): boolean {
  return whyNotApprove(visitor, amounts) === null;
}
