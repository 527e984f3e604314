const HOUR = 60;
const DAY = 24 * HOUR;
/** From this many hours and days, minutes and hours are omitted. */
const EXACT_HOURS = 5;
const EXACT_DAYS = 2;

/** The text for an estimated duration, rounded up: "less than a minute", "about 2 h 20 min", "about 2 days". */
export function aboutMinutes(estimated: number): string {
  if (estimated < 1) return 'less than a minute';
  const minutes = Math.ceil(estimated);
  if (minutes < HOUR) return `about ${minutes} min`;
  if (minutes < EXACT_HOURS * HOUR) {
    const rest = minutes % HOUR;
    return `about ${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  if (minutes < EXACT_DAYS * DAY) return `about ${Math.ceil(minutes / HOUR)} h`;
  return `about ${Math.ceil(minutes / DAY)} days`;
}
