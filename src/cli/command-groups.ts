/** The groups of `payrun --help`, by the first word of their commands, in the order in which they are listed. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly string[]>> = {
  Everyday: ['init', 'check', 'map', 'template', 'pay', 'resume', 'runs', 'payments', 'report', 'journal', 'rules'],
  Review: [
    'approve',
    'reject',
    'reschedule',
    'withdraw',
    'stop',
    'release',
    'dismiss',
    'resolve',
    'accept',
    'adopt',
    'rerun',
    'settle',
  ],
  Automation: ['serve', 'worker', 'jobs', 'run', 'webhooks'],
  Administration: [
    ...[
      'doctor',
      'settings',
      'merchants',
      'users',
      'vault',
      'verify',
      'backup',
      'restore',
      'purge',
      'import-home',
      'migrate',
    ],
    'completion',
  ],
  Development: ['demo', 'sandbox'],
};

/** The commands in the order of their groups; those of no group last. */
export function inGroups<Entry extends { readonly name: string }>(table: readonly Entry[]): readonly Entry[] {
  const groups = Object.keys(COMMAND_GROUPS);
  const place = ({ name }: Entry) => {
    const group = groupOfCommand(name);
    return group === undefined ? groups.length : groups.indexOf(group);
  };
  return table.toSorted((a, b) => place(a) - place(b));
}

/** The group of a command; undefined if none lists it. */
export function groupOfCommand(name: string): string | undefined {
  const [word = ''] = name.split(' ');
  return Object.keys(COMMAND_GROUPS).find((group) => COMMAND_GROUPS[group]!.includes(word));
}
