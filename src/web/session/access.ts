export { type Deed, hasRole, MAY, may, seesMerchant, whyNotApprove } from '../../engine/users-access.ts';
