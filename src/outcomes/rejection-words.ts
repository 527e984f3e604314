/** "Rejected by carla: wrong month."; without a reason only the name. */
export function rejectedBy({ by, because }: { readonly by: string; readonly because: string }): string {
  return because === '' ? `Rejected by ${by}.` : `Rejected by ${by}: ${because.replace(/\.$/, '')}.`;
}
