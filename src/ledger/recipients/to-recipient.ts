/**
 * SQL condition that payment `p` is to the recipient with the fingerprint `fp`. Ready payments have an index of their
 * own, so each of the two is named.
 */
export const toRecipient = (p: string, fp: string): string =>
  `((${p}.state = 'ready' and ${p}.recipient_fp = ${fp}) or (${p}.state <> 'ready' and ${p}.recipient_fp = ${fp}))`;
