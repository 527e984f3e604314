/** Behaviors that the service was seen to vary; control calls change them. */
export interface Switches {
  /** Whether the partner feature is enabled: without it there are no sub-merchants. */
  partner: boolean;
  /** A start answers `awaiting_approval`: an approver in the service approves or rejects it later, or never. */
  serviceApproval: boolean;
  /** Whether a second payment with the same `externalId` is refused. The service was seen to do both. */
  uniqueExternalIds: boolean;
}
