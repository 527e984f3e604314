/** SQL: when payment `p` was last reported as returned after it was paid; null if it was not. */
export const REPORTED_RETURNED_AT = `(select max(e.at) from payrun.event e where p.state = 'returned' and e.chain = 'run-' || p.run_id
  and e.kind = 'payments_returned' and e.data->'payments' ? p.id::text)`;
