/**
 * SQL: the account that Payrun gave the recipient `r` last; null if it knows the recipient's account only by its id, as one
 * that was changed by hand at the payout service.
 */
export const ADDED_ACCOUNT = 'case when r.account_fp is not null then r.account_remote_id end';
