// Made from the OpenAPI document by `npm run docs:generate`: change the lists and schemas that it is made from.

/** What the API takes and answers, as in `docs/reference/api.md`. */
export interface ApiSchemas {
  readonly RunState:
    | 'needs_person'
    | 'waiting_funds'
    | 'waiting_approval'
    | 'awaiting_service_approval'
    | 'working'
    | 'on_the_way'
    | 'done';
  readonly RunStatus:
    | 'action_required'
    | 'insufficient_funds'
    | 'awaiting_approval'
    | 'awaiting_service_approval'
    | 'ready_to_submit'
    | 'reading_file'
    | 'scheduled'
    | 'approved'
    | 'preparing'
    | 'processing'
    | 'partly_paid'
    | 'not_submitted'
    | 'nothing_paid'
    | 'rejected'
    | 'canceled'
    | 'paid'
    | 'already_paid'
    | 'done';
  readonly CountsByStatus: {
    readonly discrepancy?: number;
    readonly invalid?: number;
    readonly held?: number;
    readonly ready?: number;
    readonly batched?: number;
    readonly started?: number;
    readonly processed?: number;
    readonly already_paid?: number;
    readonly failed?: number;
    readonly returned?: number;
    readonly canceled?: number;
    readonly dismissed?: number;
    readonly unknown?: number;
  };
  readonly ListedRun: {
    readonly run: string;
    readonly job: string;
    readonly state: ApiSchemas['RunState'];
    readonly outcome: ApiSchemas['RunStatus'];
    readonly note: string | null;
    readonly merchant: string;
    readonly maker: string;
    readonly sheet: string | null;
    readonly rows: number | null;
    readonly counts: ApiSchemas['CountsByStatus'];
    readonly calls: number;
    readonly createdAt: string;
    readonly finishedAt: string | null;
    readonly dryRun: boolean;
  };
  readonly PaymentRow: {
    readonly merchant?: string;
    readonly paymentReference?: string;
    readonly amount?: string;
    readonly currency?: string;
    readonly targetAmount?: string;
    readonly targetCurrency?: string;
    readonly amountCurrency?: string;
    readonly memo?: string;
    readonly category?: string;
    readonly payOn?: string;
    readonly tags?: string;
    readonly referenceId?: string;
    readonly type?: string;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly name?: string;
    readonly email?: string;
    readonly dob?: string;
    readonly governmentId?: string;
    readonly language?: string;
    readonly street1?: string;
    readonly street2?: string;
    readonly city?: string;
    readonly postalCode?: string;
    readonly region?: string;
    readonly country?: string;
    readonly phone?: string;
    readonly payoutMethod?: string;
    readonly accountHolderName?: string;
    readonly accountCountry?: string;
    readonly accountCurrency?: string;
    readonly accountNum?: string;
    readonly iban?: string;
    readonly swiftBic?: string;
    readonly branchId?: string;
    readonly bankId?: string;
    readonly bankAddress?: string;
    readonly bankCity?: string;
    readonly bankRegion?: string;
    readonly paypalEmail?: string;
    readonly mailingName?: string;
    readonly mailingStreet1?: string;
    readonly mailingStreet2?: string;
    readonly mailingCity?: string;
    readonly mailingPostal?: string;
    readonly mailingRegion?: string;
    readonly mailingCountry?: string;
  };
  readonly RowsOfRun: {
    readonly name?: string;
    readonly rows: readonly ApiSchemas['PaymentRow'][];
    readonly merchant?: string;
    readonly payOn?: string;
    readonly onInvalid?: string;
  };
  readonly Environment: 'sandbox' | 'production';
  readonly MadeRun: {
    readonly run: string;
    readonly environment: ApiSchemas['Environment'];
  };
  readonly PaymentStatus:
    | 'invalid'
    | 'already_paid'
    | 'held'
    | 'dismissed'
    | 'ready'
    | 'batched'
    | 'started'
    | 'unknown'
    | 'discrepancy'
    | 'processed'
    | 'failed'
    | 'returned'
    | 'canceled';
  readonly BatchStatus:
    | 'planned'
    | 'creating'
    | 'open'
    | 'quoted'
    | 'approved'
    | 'starting'
    | 'waiting_funds'
    | 'awaiting_service_approval'
    | 'started'
    | 'unknown'
    | 'settled'
    | 'rejected_at_service'
    | 'void';
  readonly Severity: 'error' | 'warning';
  readonly ComparedRow: {
    readonly run?: string;
    readonly row: number;
  };
  readonly RowProblem: {
    readonly row: number;
    readonly column: string | null;
    readonly code: string;
    readonly severity: ApiSchemas['Severity'];
    readonly message: string;
    readonly value?: string;
    readonly recipient?: string | null;
    readonly reference?: string;
    readonly mayBePaid?: boolean;
    readonly comparedWith?: ApiSchemas['ComparedRow'];
  };
  readonly Compliance: 'pending' | 'verified' | 'blocked';
  readonly Payment: {
    readonly payment: string;
    readonly run: string;
    readonly row: number;
    readonly merchant: string;
    readonly reference: string | null;
    readonly recipient: string | null;
    readonly state: ApiSchemas['PaymentStatus'];
    readonly batchState: ApiSchemas['BatchStatus'] | null;
    readonly isShort: boolean | null;
    readonly currency: string | null;
    readonly amount: string | null;
    readonly sourceCurrency: string | null;
    readonly reasonCode: string | null;
    readonly reason: string | null;
    readonly problems: readonly ApiSchemas['RowProblem'][] | null;
    readonly batch: string | null;
    readonly serviceBatch: string | null;
    readonly servicePayment: string | null;
    readonly paidAmount: string | null;
    readonly fees: string | null;
    readonly rate: string | null;
    readonly targetCurrency: string | null;
    readonly targetAmount: string | null;
    readonly withheld: string | null;
    readonly compliance: ApiSchemas['Compliance'] | null;
    readonly createdAt: string;
    readonly startedAt: string | null;
    readonly finalAt: string | null;
    readonly rules: string | null;
  };
  readonly Money: {
    readonly amount: string;
    readonly currency: string;
  };
  readonly RecipientsRow: {
    readonly recipient: string;
    readonly number: string | null;
    readonly merchant: string;
    readonly account: string | null;
    readonly lastPayment: string | null;
    readonly lastStatus: ApiSchemas['PaymentStatus'] | null;
    readonly amount: ApiSchemas['Money'] | null;
    readonly changed: string;
  };
  readonly ChangedAccounts: {
    readonly count: number;
    readonly uncertain: number;
  };
  readonly OtherPayment: {
    readonly run: string;
    readonly row: number;
  };
  readonly Unusual: {
    readonly kind: string;
    readonly title: string;
    readonly reason: string;
    readonly row: number | null;
    readonly other: ApiSchemas['OtherPayment'] | null;
  };
  readonly Count: {
    readonly count: number;
  };
  readonly CameBack: {
    readonly count: number;
    readonly changed: number;
  };
  readonly NewRecipients: {
    readonly count: number;
    readonly payments: number;
  };
  readonly BatchToApprove: {
    readonly batch: string;
    readonly currency: string;
    readonly payments: number;
    readonly sending: string;
    readonly fees: string;
    readonly recipientFees: string;
    readonly debit: string;
    readonly arrives: Readonly<Record<string, string>> | null;
    readonly rate: string | null;
    readonly quoteHoldsUntil: string;
    readonly why: string | null;
    readonly hash: string;
    readonly approversNeeded: number;
    readonly approvedFirstBy: string | null;
  };
  readonly BalanceAfter: {
    readonly currency: string;
    readonly debit: string | null;
    readonly available: string | null;
    readonly committed: string | null;
    readonly after: string | null;
    readonly at: string | null;
  };
  readonly BankDetailAuthor: {
    readonly name: string;
    readonly payments: number;
  };
  readonly ApprovalsCount: {
    readonly needed: number;
    readonly given: number;
  };
  readonly Approval: {
    readonly run: string;
    readonly retryOf: string | null;
    readonly changedAccounts: ApiSchemas['ChangedAccounts'];
    readonly unverified: number;
    readonly unusual: readonly ApiSchemas['Unusual'][];
    readonly accountsMoved: boolean;
    readonly released: ApiSchemas['Count'];
    readonly warned: ApiSchemas['Count'];
    readonly corrected: ApiSchemas['Count'];
    readonly cameBack: ApiSchemas['CameBack'];
    readonly newRecipients: ApiSchemas['NewRecipients'];
    readonly payments: number;
    readonly recipients: number;
    readonly batches: readonly ApiSchemas['BatchToApprove'][];
    readonly balances: readonly ApiSchemas['BalanceAfter'][];
    readonly held: ApiSchemas['Count'];
    readonly merchant: string;
    readonly sheet: string | null;
    readonly maker: string;
    readonly accountUser: string | null;
    readonly bankDetailAuthors: readonly ApiSchemas['BankDetailAuthor'][];
    readonly madeAt: string;
    readonly submittedAt: string;
    readonly runDebits: Readonly<Record<string, string>>;
    readonly approvals: ApiSchemas['ApprovalsCount'];
    readonly hash: string;
  };
  readonly ExceptionsRow: {
    readonly recipient: string;
    readonly reference: string | null;
    readonly run: string;
    readonly row: number;
    readonly merchant: string;
    readonly status: ApiSchemas['PaymentStatus'];
    readonly reason: string | null;
    readonly account: string | null;
    readonly amount: ApiSchemas['Money'] | null;
    readonly since: string;
  };
  readonly ShownStatus:
    | 'processed'
    | 'started'
    | 'sent'
    | 'awaiting_service_approval'
    | 'batched'
    | 'awaiting_funds'
    | 'awaiting_approval'
    | 'ready'
    | 'held'
    | 'unknown'
    | 'discrepancy'
    | 'failed'
    | 'returned'
    | 'invalid'
    | 'canceled'
    | 'dismissed'
    | 'already_paid';
  readonly RunPaymentsRow: {
    readonly row: number;
    readonly reference: string | null;
    readonly recipient: string | null;
    readonly amount: ApiSchemas['Money'] | null;
    readonly currency: string | null;
    readonly status: ApiSchemas['ShownStatus'];
    readonly account: string | null;
    readonly paid: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly paidCurrency: string | null;
    readonly recipientGets: ApiSchemas['Money'] | null;
    readonly recipientCurrency: string | null;
    readonly final: string | null;
    readonly reason: string;
  };
  readonly RunToApproveRow: {
    readonly row: number;
    readonly reference: string;
    readonly recipient: string | null;
    readonly country: string | null;
    readonly account: string | null;
    readonly amount: ApiSchemas['Money'];
    readonly currency: string;
    readonly lastPayment: string | null;
    readonly lastAmount: ApiSchemas['Money'] | null;
    readonly lastCurrency: string | null;
    readonly note: string;
    readonly reason: string | null;
  };
  readonly RecipientRowStatus: 'ready' | 'created' | 'changed' | 'unchanged' | 'refused' | 'invalid';
  readonly RunRowsRow: {
    readonly row: number;
    readonly recipient: string;
    readonly status: ApiSchemas['RecipientRowStatus'];
    readonly reason: string | null;
  };
  readonly CurrenciesRow: {
    readonly currency: string;
    readonly payments: number;
    readonly sent: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly recipientFees: ApiSchemas['Money'] | null;
    readonly totalDebit: ApiSchemas['Money'] | null;
    readonly withoutPrice: number;
  };
  readonly MonthsRow: {
    readonly month: string;
    readonly currency: string;
    readonly payments: number;
    readonly sent: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly recipientFees: ApiSchemas['Money'] | null;
    readonly totalDebit: ApiSchemas['Money'] | null;
    readonly withoutPrice: number;
  };
  readonly CountriesRow: {
    readonly country: string | null;
    readonly currency: string;
    readonly payments: number;
    readonly sent: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly recipientFees: ApiSchemas['Money'] | null;
    readonly totalDebit: ApiSchemas['Money'] | null;
    readonly withoutPrice: number;
  };
  readonly FeesRow: {
    readonly currency: string;
    readonly payments: number;
    readonly sent: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly recipientFees: ApiSchemas['Money'] | null;
    readonly totalDebit: ApiSchemas['Money'] | null;
    readonly withoutPrice: number;
    readonly feesPercent: string | null;
    readonly recipientCurrency: string;
  };
  readonly FailuresRow: {
    readonly state: ApiSchemas['PaymentStatus'];
    readonly code: string;
    readonly reason: string;
    readonly payments: number;
    readonly latestRun: string;
    readonly status: ApiSchemas['PaymentStatus'];
    readonly currency: string;
    readonly amount: ApiSchemas['Money'] | null;
  };
  readonly StatementRow: {
    readonly time: string;
    readonly status: ApiSchemas['PaymentStatus'];
    readonly reference: string;
    readonly recipient: string | null;
    readonly run: string;
    readonly currency: string;
    readonly sent: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly totalDebit: ApiSchemas['Money'] | null;
    readonly received: ApiSchemas['Money'] | null;
    readonly target: string | null;
    readonly reason: string | null;
    readonly ordered: ApiSchemas['Money'];
    readonly orderedIn: string;
  };
  readonly StatementTotalsRow: {
    readonly currency: string;
    readonly paid: number;
    readonly sent: ApiSchemas['Money'] | null;
    readonly fees: ApiSchemas['Money'] | null;
    readonly totalDebit: ApiSchemas['Money'] | null;
    readonly returned: number;
    readonly cameBack: ApiSchemas['Money'] | null;
    readonly netDebit: ApiSchemas['Money'] | null;
    readonly recipientFees: ApiSchemas['Money'] | null;
    readonly failed: number;
    readonly withoutAmounts: number;
  };
  readonly StatementProgressRow: {
    readonly currency: string;
    readonly opening: number;
    readonly closing: number;
  };
  readonly JournalExportsRow: {
    readonly export: string;
    readonly madeAt: string;
    readonly madeBy: string;
    readonly days: string;
    readonly entries: number;
  };
  readonly RunBatchesRow: {
    readonly currency: string;
    readonly serviceBatch: string | null;
    readonly status: ApiSchemas['BatchStatus'];
    readonly note: string | null;
    readonly payments: number;
    readonly amount: ApiSchemas['Money'];
    readonly fees: ApiSchemas['Money'] | null;
    readonly deducted: ApiSchemas['Money'] | null;
    readonly debit: ApiSchemas['Money'] | null;
    readonly approvedBy: string | null;
    readonly started: string | null;
  };
  readonly RunCallsRow: {
    readonly at: string;
    readonly call: string;
    readonly status: number | null;
    readonly outcome: string;
    readonly ms: number;
  };
  readonly RunActivityRow: {
    readonly at: string;
    readonly who: string;
    readonly event: string;
    readonly details: string | null;
  };
  readonly PayingMerchant: {
    readonly merchant: string;
    readonly environment: ApiSchemas['Environment'];
    readonly country: string | null;
    readonly currencies: readonly string[];
  };
  readonly Reason: {
    readonly state: ApiSchemas['PaymentStatus'];
    readonly reason: string;
    readonly payments: number;
  };
  readonly Total: {
    readonly rows: number;
    readonly amount: string;
  };
  readonly TotalDebit: {
    readonly state: ApiSchemas['ShownStatus'];
    readonly currency: string | null;
    readonly payments: number;
    readonly totalDebit: string | null;
    readonly beforeFees: string | null;
    readonly notQuoted: number;
  };
  readonly MovedMoney: {
    readonly state: ApiSchemas['PaymentStatus'];
    readonly from: string;
    readonly to: string;
    readonly payments: number;
    readonly totalDebit: string;
    readonly fees: string;
    readonly recipientFees: string;
  };
  readonly ControlTotalOfRows: {
    readonly debited: Readonly<Record<string, string>>;
    readonly arriving: Readonly<Record<string, string>>;
  };
  readonly ControlTotalSides: {
    readonly debited: Readonly<Record<string, string>>;
    readonly arriving: Readonly<Record<string, string>>;
    readonly rowsState?: ApiSchemas['ControlTotalOfRows'];
    readonly withoutAmount?: number;
  };
  readonly SameSheet: {
    readonly run: string;
    readonly sheet: string;
    readonly at: string;
    readonly message: string;
  };
  readonly RunError: {
    readonly code: string;
    readonly message: string;
    readonly next: string;
  };
  readonly MerchantRun: {
    readonly run: string | null;
    readonly state: ApiSchemas['RunState'];
    readonly outcome: ApiSchemas['RunStatus'];
    readonly rows: number;
    readonly counts: ApiSchemas['CountsByStatus'];
    readonly reasons: readonly ApiSchemas['Reason'][];
    readonly totals: Readonly<Record<string, ApiSchemas['Total']>>;
    readonly onHold: Readonly<Record<string, ApiSchemas['Total']>>;
    readonly debits: readonly ApiSchemas['TotalDebit'][];
    readonly money: readonly ApiSchemas['MovedMoney'][];
    readonly paid: string | null;
    readonly calls: number;
    readonly note: string | null;
    readonly merchant: string;
    readonly error?: ApiSchemas['RunError'];
  };
  readonly SettingResult: {
    readonly setting: string;
    readonly state: string;
    readonly what: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly reason: string | null;
  };
  readonly MerchantRow: {
    readonly row: number;
    readonly merchant: string | null;
    readonly state: string;
    readonly reason: string | null;
    readonly settings: readonly ApiSchemas['SettingResult'][];
  };
  readonly Note: {
    readonly code: string;
    readonly text: string;
  };
  readonly ToSubmit: {
    readonly payments: number;
    readonly totals: Readonly<Record<string, ApiSchemas['Total']>>;
    readonly notes: readonly ApiSchemas['Note'][];
    readonly shown: string;
  };
  readonly Run: {
    readonly run: string;
    readonly job: string;
    readonly state: ApiSchemas['RunState'];
    readonly outcome: ApiSchemas['RunStatus'];
    readonly note: string | null;
    readonly merchant: string;
    readonly maker: string;
    readonly sheet: string | null;
    readonly rows: number;
    readonly counts: ApiSchemas['CountsByStatus'];
    readonly calls: number;
    readonly createdAt: string;
    readonly finishedAt: string | null;
    readonly dryRun: boolean;
    readonly reasons: readonly ApiSchemas['Reason'][];
    readonly totals: Readonly<Record<string, ApiSchemas['Total']>>;
    readonly onHold: Readonly<Record<string, ApiSchemas['Total']>>;
    readonly debits: readonly ApiSchemas['TotalDebit'][];
    readonly money: readonly ApiSchemas['MovedMoney'][];
    readonly paid: string | null;
    readonly paidSides: ApiSchemas['ControlTotalSides'] | null;
    readonly problems: readonly ApiSchemas['RowProblem'][];
    readonly results: string | null;
    readonly sameSheet: ApiSchemas['SameSheet'] | null;
    readonly runs?: readonly ApiSchemas['MerchantRun'][];
    readonly recipients?: Readonly<Record<string, number>>;
    readonly merchants?: readonly ApiSchemas['MerchantRow'][];
    readonly environment: ApiSchemas['Environment'];
    readonly sheetRuns: readonly string[];
    readonly toSubmit: ApiSchemas['ToSubmit'] | null;
  };
  readonly SubmitBody: {
    readonly shown: string;
    readonly businesses?: 'yes';
  };
  readonly ActionDone: {
    readonly done: string;
    readonly runs: readonly string[];
  };
  readonly DiscardBody: Readonly<Record<string, never>>;
  readonly RerunBody: {
    readonly state?: string;
    readonly reference?: string;
  };
  readonly WithdrawBody: {
    readonly because: string;
  };
  readonly StopBody: {
    readonly because: string;
  };
  readonly RescheduleBody: {
    readonly on: string;
  };
  readonly RemoveBody: {
    readonly references: readonly string[];
    readonly because: string;
  };
  readonly ControlTotal: {
    readonly line: string;
    readonly debited: Readonly<Record<string, string>>;
    readonly arriving: Readonly<Record<string, string>>;
    readonly rowsState?: ApiSchemas['ControlTotalOfRows'];
    readonly withoutAmount?: number;
  };
  readonly UnusedColumn: {
    readonly letter: string;
    readonly header: string;
    readonly examples: readonly string[];
    readonly looksUsed: boolean;
  };
  readonly CheckedSheet: {
    readonly file: string;
    readonly rows: number;
    readonly valid: number;
    readonly invalid: number;
    readonly held: number;
    readonly problems: readonly ApiSchemas['RowProblem'][];
    readonly notListed: number;
    readonly totals: Readonly<Record<string, ApiSchemas['Total']>>;
    readonly controlTotal: ApiSchemas['ControlTotal'] | null;
    readonly source: string | null;
    readonly readAs: string;
    readonly unused: readonly ApiSchemas['UnusedColumn'][];
    readonly warnings: readonly string[];
    readonly control: string | null;
    readonly environment: ApiSchemas['Environment'];
  };
}

/** The rows of each list. */
export interface ApiLists {
  readonly runs: ApiSchemas['ListedRun'];
  readonly payments: ApiSchemas['Payment'];
  readonly recipients: ApiSchemas['RecipientsRow'];
  readonly approvals: ApiSchemas['Approval'];
  readonly exceptions: ApiSchemas['ExceptionsRow'];
  [path: `runs/${string}/payments`]: ApiSchemas['RunPaymentsRow'];
  [path: `runs/${string}/to-approve`]: ApiSchemas['RunToApproveRow'];
  [path: `runs/${string}/rows`]: ApiSchemas['RunRowsRow'];
  readonly currencies: ApiSchemas['CurrenciesRow'];
  readonly months: ApiSchemas['MonthsRow'];
  readonly countries: ApiSchemas['CountriesRow'];
  readonly fees: ApiSchemas['FeesRow'];
  readonly failures: ApiSchemas['FailuresRow'];
  readonly statement: ApiSchemas['StatementRow'];
  readonly 'statement-totals': ApiSchemas['StatementTotalsRow'];
  readonly 'statement-progress': ApiSchemas['StatementProgressRow'];
  readonly 'journal-exports': ApiSchemas['JournalExportsRow'];
  [path: `runs/${string}/batches`]: ApiSchemas['RunBatchesRow'];
  [path: `runs/${string}/calls`]: ApiSchemas['RunCallsRow'];
  [path: `runs/${string}/activity`]: ApiSchemas['RunActivityRow'];
  readonly merchants: ApiSchemas['PayingMerchant'];
}

/** The body of each action. */
export interface ApiActions {
  readonly submit: ApiSchemas['SubmitBody'];
  readonly discard: ApiSchemas['DiscardBody'];
  readonly rerun: ApiSchemas['RerunBody'];
  readonly withdraw: ApiSchemas['WithdrawBody'];
  readonly stop: ApiSchemas['StopBody'];
  readonly reschedule: ApiSchemas['RescheduleBody'];
  readonly remove: ApiSchemas['RemoveBody'];
}
