/** Kinds of data that are removed after a retention period, with their names for users; each has its own policy. */
export const PURGED_NAMES = {
  sheets: 'files of sheets',
  payloads: 'contents of rows, with names',
  calls: 'entries of the API call log',
  deliveries: 'webhook deliveries',
  messages: 'messages to endpoints',
  inbox: 'names of inbox files',
  notifications: 'notifications and their addresses',
} as const;

export type Purged = keyof typeof PURGED_NAMES;
export const PURGED = Object.keys(PURGED_NAMES) as readonly Purged[];
