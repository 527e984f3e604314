/**
 * What recorded answers of the live service show beyond the contract, or otherwise than it: each is covered by a line. Where both
 * speak, these win. Written from the recordings, not from the sandbox.
 */
export const FACTS: Readonly<Record<string, readonly string[]>> = {
  'recorded: start': [
    'a start may be answered awaiting_approval with sentAt null',
    'an approver at the service lets it go later',
    'an approver at the service rejects it',
    'a batch that awaits approval is not started again',
    'a batch that awaits approval can be deleted',
  ],
  'recorded: prices': [
    'a fixed target is unpriced right after creation',
    'prices follow later',
    'amount and currency as entered',
    'isSupplyPayment of a fixed target',
    'Operation In Progress on quote and start',
    'fxRate with a margin',
  ],
  'recorded: payments': [
    'externalId unique or not',
    'sourceAmount is another name of amount',
    'sourceAmount beside amount or targetAmount is refused',
    'a payment for an unknown batch',
    'a list of statuses',
    'compliance pending at first',
    'taxReportable true',
    'category services',
    'externalId empty',
    'errors of a recipient who cannot be paid',
    'fields of a payment',
    'amounts without leading zeros',
  ],
  'recorded: recipients': [
    'route and minimum by country before there is an account',
    'account type check',
    'an account that lost primary is inactive',
    'fields of an account',
    'fields of a recipient',
    'fields of a log entry',
  ],
  'recorded: general': ['profile balances', 'an empty list has no pages', 'a boolean as text is refused'],
};
