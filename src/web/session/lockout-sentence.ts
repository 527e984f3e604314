/** A user's waiting time after too many wrong attempts. `until` in UTC, `now` in ms. */
export function lockoutSentence(until: Date, now: number): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now) / 1_000));
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many wrong attempts. Wait ${time} and try again.`;
}
