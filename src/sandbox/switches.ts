/** How the sandbox behaves where the service was seen to behave in more than one way; control paths change it. */
export interface Switches {
  /** Whether the partner feature is enabled: without it there are no sub-merchants. */
  partner: boolean;
  /** A start is answered with `awaiting_approval`: somebody at the service approves or rejects it later, or never. */
  serviceApproval: boolean;
  /** Whether a second payment with the same `externalId` is refused. The service was seen to do both. */
  uniqueExternalIds: boolean;
}
