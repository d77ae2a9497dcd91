// The parts of a project in seven groups. A group with several parts has a second row of tabs.

interface Part {
  /** Below the address of the project; empty for the first page. */
  path: '' | `/${string}`;
  label: string;
  /** The action that its visitor must be allowed. Without it, everybody who sees the project sees the part. */
  action?: string;
  /** Whether the number of items and files that wait for a decision stands beside the label. */
  isCounted?: true;
  /** Further addresses of the part. */
  also?: readonly string[];
}

interface Group {
  label: string;
  parts: readonly [Part, ...Part[]];
}

export const GROUPS: readonly Group[] = [
  {
    label: 'Summary',
    parts: [
      { path: '', label: 'Overview' },
      { path: '/changes', label: 'Changes' },
      { path: '/compare', label: 'Compare' },
    ],
  },
  {
    label: 'Code base',
    parts: [
      { path: '/files', label: 'Files' },
      { path: '/map', label: 'Map' },
    ],
  },
  { label: 'Inventory', parts: [{ path: '/inventory', label: 'Inventory' }] },
  // Its page has a strip of its own: all vulnerabilities, alerts, upgrades, ends of life.
  { label: 'Vulnerabilities', parts: [{ path: '/vulnerabilities', label: 'Vulnerabilities', also: ['/alerts'] }] },
  {
    label: 'Work',
    parts: [
      { path: '/decide', label: 'To decide', isCounted: true },
      { path: '/tasks', label: 'Tasks' },
      { path: '/jobs', label: 'Jobs' },
    ],
  },
  {
    label: 'Reports',
    parts: [
      { path: '/reports', label: 'All reports' },
      { path: '/notices', label: 'Notices' },
      { path: '/releases', label: 'Releases' },
    ],
  },
  {
    label: 'Settings',
    parts: [
      { path: '/settings', label: 'Project' },
      { path: '/people', label: 'People' },
      { path: '/webhooks', label: 'Webhooks', action: 'EDIT_PROJECT' },
    ],
  },
];

/**
 * The group and the part that an address belongs to.
 * @param rest what follows the project in the address, such as `/notices`
 */
export function partAt(rest: string): { group: Group; part: Part } | undefined {
  const path = rest.replace(/\/$/, '');
  for (const group of GROUPS)
    for (const part of group.parts) if ([part.path, ...(part.also ?? [])].includes(path)) return { group, part };
  return undefined;
}
