// The search by endings answers as if every member were asked, one after the other.
import { expect, it } from 'vitest';
import { endingOf, isWanted, memberFor } from './by-path.ts';
import type { ManifestMember } from './member.ts';
import { MANIFEST_MEMBERS } from './members.ts';

const MEMBERS: readonly ManifestMember[] = MANIFEST_MEMBERS;

/** Folders that rows ask for, and some that none does. */
const FOLDERS = [
  ...['', 'a/', 'src/b/', 'vendor/', 'third_party/x/', 'debian/', 'x.dist-info/', 'x.dist-info/sboms/', 'x.egg-info/'],
  ...['META-INF/', 'META-INF/maven/a/b/', '.github/workflows/', 'requirements/', 'manifests/', 'conda-meta/', 'sboms/'],
  ...[
    'var/lib/dpkg/',
    'var/lib/dpkg/status.d/',
    'opkg/info/',
    'pacman/local/x/',
    'usr/share/doc/x/',
    'x.gem/',
    'project/',
  ],
  ...[
    'wp-content/plugins/x/',
    'wp-content/themes/x/',
    'recipes-a/b/',
    'package/x/',
    'var/db/pkg/a/b/',
    '.registry/',
    'flatpak/',
  ],
];

/** Names made of what the rows list, whole, as an ending and in other letters. */
function* madeUpFiles() {
  const listed = MEMBERS.flatMap(({ names = [], endings = [], among = [] }) => [...names, ...endings, ...among]);
  const beginnings = ['', 'a.', 'packages'];
  const others = [
    'Dockerfile.dev',
    'Gemfile.next',
    'x_defconfig',
    'x-gradle.lockfile',
    'org.x.App.json',
    'update-x.sh',
    'x.',
  ];
  for (const text of new Set([...listed, ...others])) {
    yield text.toUpperCase();
    for (const beginning of beginnings) yield beginning + text;
  }
}

it('gives each path to the first member that wants it', () => {
  const wrong: string[] = [];
  const found = new Set<string>();
  for (const name of madeUpFiles())
    for (const folder of FOLDERS) {
      const path = folder + name;
      const file = path.slice(path.lastIndexOf('/') + 1);
      const expected = MEMBERS.find((member) => isWanted(member, path, file))?.name;
      if (expected !== undefined) found.add(expected);
      if (memberFor(path)?.name !== expected) wrong.push(`${path}: ${memberFor(path)?.name}, not ${expected}`);
    }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(found.size).toBeGreaterThan(MEMBERS.length * 0.9);
});

it.each(MEMBERS.map((member) => [member.name, member] as const))('%s lists names and endings in full', (_, member) => {
  const { names, endings, wants, among } = member;
  expect(names ?? endings ?? wants).toBeDefined();
  for (const list of [names, endings, among]) expect(list?.length).not.toBe(0);
  // Without a point, the last ending of a file's name would be another than that of the ending.
  for (const ending of endings ?? []) expect(ending.startsWith('.')).toBe(true);
  for (const ending of among ?? []) expect(endingOf(ending)).toBe(ending);
  if (among !== undefined) expect(wants).toBeDefined();
});
