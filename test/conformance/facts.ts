/** What the recordings show and no check of the sandbox can hold, with the reason. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  'a list asked for without paging may have a meta of nulls':
    'the contract has page 1 as the default, and the sandbox answers it; that the client reads the nulls: test/service/shapes/tolerances.test.ts',
  'older answers have numbers as text, text as numbers, balances as a map, empty text for an amount':
    'the sandbox answers as the newer ones do; that the client reads the older: test/service/shapes/tolerances.test.ts',
  'one odd record in a list': 'the sandbox has none; the simulator puts them there: test/simulator/oddities.ts',
  'the same host for sandbox and production': 'there is no production here',
  'clients that round the time up': 'the tolerance of 30 s covers it: authentication, timestamp tolerance',
};

/**
 * What recorded answers of the live service show beyond the contract, or otherwise than it: each is covered by a line. Where both
 * speak, these win. Written from the recordings, not from the sandbox.
 */
export const FACTS: Readonly<Record<string, readonly string[]>> = {
  'recorded: start': [
    'a start may be answered awaiting_approval with sentAt null',
    'an approver in the service lets it go later',
    'an approver in the service rejects it',
    'a batch that awaits approval is not started again',
    'a batch that awaits approval can be deleted',
  ],
  'recorded: prices': [
    'a fixed target is unpriced right after creation',
    'prices follow later',
    'amount and currency as entered',
    'isSupplyPayment of a fixed target',
    'Operation In Progress on quote and start',
    'fxRate is a margin in percent',
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
    'legalName of an individual is empty',
    'a new recipient is pending, and is paid meanwhile',
    'a recipient is verified later',
    'fields of a log entry',
  ],
  'recorded: wire': [
    'a batch under both paths of its summary',
    'balances under both paths and by type',
    'logs as recipientLogs',
    'offline payments under three paths',
    'a patch of primary keeps the id of the account',
    'a POST may have no body',
    'success is 200 also for what is created or deleted',
    'errors of an unknown path are a list',
  ],
  'recorded: batches': [
    'currency is another name of sourceCurrency',
    'the first page of payments is in a batch and not in a list of batches',
    'search matches description and tags',
    'a quote is there when a batch is created with payments, and keeps its expiry',
    'amount is what is sent and the fees of the merchant',
    'a fixed target covers its fees by itself',
    'a recipient by id, e-mail or referenceId',
    'the summary adds up',
    'a payment that was processed cannot be deleted',
  ],
  'recorded: people': [
    'a route minimum without decimals',
    'the smallest recipient',
    'referenceId is the id if none is given',
    'a name follows from its parts',
    'the e-mail of an archived recipient is free, of a suspended one not',
    'accounts are masked but for two characters, and have no meta',
    'an IBAN is enough',
    'a changed bank detail makes a new id and retires the old one',
    'government ids are a list too',
  ],
  'recorded: November 2026': [
    'the keys show their environment',
    'values of a log entry are text or boolean, and an address is flat',
    'government ids are accepted as a list',
    'an account without a holder is in the name of the recipient',
    'a payment in another currency than its batch is a fixed target',
    'an account within a new recipient',
    'empty fields of an account',
    'the balance in a summary',
    'the recipient and the batch within a payment',
    'tax fields of an offline payment',
  ],
  'recorded: general': [
    'profile balances',
    'a balance is listed from its first use on',
    'an empty list has no pages',
    'a boolean as text is refused',
  ],
};
