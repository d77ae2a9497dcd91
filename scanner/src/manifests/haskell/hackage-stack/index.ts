// Reads stack.yaml and stack.yaml.lock. Only Stack knows the contents of the resolver's snapshot.
// Format: https://docs.haskellstack.org/en/stable/configure/yaml/, https://docs.haskellstack.org/en/stable/topics/lock_files/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { packageOf } from '../../shared/identity.ts';
import { asList, asText, isFields, own, type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { pinnedOf } from '../hackage-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The stack.yaml', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      // A lockfile can be very large; a stack.yaml is written by people and may use all of YAML.
      const stack = /^snapshots:/m.test(text) ? parseLockfileYaml(text, problems) : parseYaml(text);
      const isLock = isFields(stack) && own(stack, 'snapshots') !== undefined;
      const listed = isFields(stack)
        ? (own(stack, 'extra-deps') ?? (isLock ? own(stack, 'packages') : undefined))
        : undefined;
      if (!isFields(stack) || (isLock && listed === undefined) || own(stack, 'packages') === null) {
        problems.add(
          'A stack.yaml should be a mapping with "extra-deps", its lockfile one with "packages"; nothing was read from it.',
        );
        return [];
      }
      const lineOf = createLineCursor(text);
      return asList(listed, isLock ? 'packages' : 'extra-deps', problems).flatMap((entry) => {
        const found = isLock ? lockedOf(entry, lineOf, problems) : findingOf(entry, 'requires', lineOf, problems);
        return found === undefined ? [] : [found];
      });
    }),
};

type LineOf = (wanted: string) => number | undefined;

function lockedOf(entry: unknown, lineOf: LineOf, problems: Problems): PackageFinding | undefined {
  const completed = isFields(entry) ? own(entry, 'completed') : undefined;
  if (!isFields(completed)) {
    problems.add('An entry of "packages" should have a mapping "completed"; it was left out.');
    return undefined;
  }
  return findingOf(completed, 'locks', lineOf, problems);
}

/** `name-1.0@sha256:…`, `{ hackage: … }`, or `{ name, version, git, commit }`. */
function findingOf(
  entry: unknown,
  role: 'locks' | 'requires',
  lineOf: LineOf,
  problems: Problems,
): PackageFinding | undefined {
  const fields = isFields(entry) ? entry : undefined;
  const text = asText(fields === undefined ? entry : own(fields, 'hackage'), 'extra-deps', problems);
  const isDirect = role === 'requires' ? { isDirect: true } : {};
  if (text !== '') {
    const pinned = pinnedOf(text);
    // The text is a folder, or the address of an archive.
    if (pinned === undefined && /[/.]/.test(text)) return undefined;
    if (pinned === undefined)
      problems.add(`An entry of "extra-deps" should be a name and a version but is ${quoted(text)}; it was left out.`);
    if (pinned === undefined) return undefined;
    const { name, version, integrity } = pinned;
    return packageOf('hackage', name, { role, version, integrity, ...isDirect, line: lineOf(text) }, problems);
  }
  const of = (name: string) => (fields === undefined ? '' : asText(own(fields, name), `extra-deps.${name}`, problems));
  const github = of('github');
  const git = of('git') || (github === '' ? '' : `https://github.com/${github}`);
  const commit = of('commit');
  const name = of('name') || (git.split('/').at(-1) ?? '').replace(/\.git$/, '');
  if (name === '') return undefined;
  const address = git === '' ? of('url') || of('archive') : git;
  return packageOf(
    'hackage',
    name,
    {
      role,
      version: of('version'),
      downloadUrl: commit === '' ? address : `${address}#${commit}`,
      ...isDirect,
      line: lineOf(git || name),
    },
    problems,
  );
}
