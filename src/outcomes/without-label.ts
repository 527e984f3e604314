/** A note without the label of the outcome that stands before it already; empty if the note has nothing else. */
export function withoutLabel(note: string, label: string): string {
  if (note === `${label}.`) return '';
  if (!note.startsWith(`${label}. `) && !note.startsWith(`${label}: `)) return note;
  const rest = note.slice(label.length + 2);
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}
