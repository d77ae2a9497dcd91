// Reads an Xcode project's references to Swift packages. A Package.resolved beside it, if present, has the resolved
// versions.
// Format: a property list of OpenStep, https://developer.apple.com/documentation/xcode/adding-package-dependencies-to-your-app
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { swiftName } from '../swift-names.ts';

interface Reference {
  line: number;
  values: Map<string, string>;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The project.pbxproj', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!/^\s*(?:\/\/[^\n]*\n\s*)?\{/.test(text)) {
        problems.add('A project.pbxproj should be a property list that begins with "{"; nothing was read from it.');
        return [];
      }
      return referencesOf(text).flatMap(({ line, values }) => {
        const address = values.get('repositoryURL') ?? '';
        const fullName = swiftName(address);
        if (fullName === '') {
          problems.add(
            `Line ${line}: "repositoryURL" should be the address of a repository but is ${quoted(address)}.`,
          );
          return [];
        }
        const { version, requirement } = rangeOf(values);
        const parts = {
          role: 'requires',
          version,
          requirement,
          isDirect: true,
          line,
          repositoryUrl: /^https?:/.test(address) ? address : '',
        } as const;
        return packageOf('swift', fullName, parts, problems) ?? [];
      });
    }),
};

/** The objects with this `isa`. Each field is on a separate line. */
function referencesOf(text: string): Reference[] {
  const references: Reference[] = [];
  let open: Reference | undefined;
  let depth = 0;
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.slice(0, 2000).trim();
    if (open === undefined) {
      if (/^isa\s*=\s*XCRemoteSwiftPackageReference\s*;/.test(line)) {
        open = { line: number, values: new Map() };
        depth = 1;
      }
      continue;
    }
    const field = /^(\w+)\s*=\s*"?([^";{]*)"?\s*;$/.exec(line);
    if (field !== null) open.values.set(field[1] ?? '', field[2] ?? '');
    if (line.endsWith('{')) depth += 1;
    if (/^\};/.test(line)) depth -= 1;
    if (depth > 0) continue;
    references.push(open);
    open = undefined;
  }
  return references;
}

/** A revision or branch is used as it is; other kinds give the lowest version. */
function rangeOf(values: ReadonlyMap<string, string>): { version: string; requirement: string } {
  const [kind, least, most] = ['kind', 'minimumVersion', 'maximumVersion'].map((key) => values.get(key) ?? '');
  const exact = kind === 'exactVersion' ? (values.get('version') ?? '') : (values.get('revision') ?? '');
  if (exact !== '') return { version: exact, requirement: exact };
  if (kind === 'branch') return { version: '', requirement: `branch ${values.get('branch') ?? ''}` };
  if (kind === 'versionRange') return { version: '', requirement: `${least}..<${most}` };
  if (least === '') return { version: '', requirement: '' };
  return { version: '', requirement: `${kind === 'upToNextMinorVersion' ? '~' : '^'}${least}` };
}
