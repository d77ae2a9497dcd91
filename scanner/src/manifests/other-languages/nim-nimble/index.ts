// Reads *.nimble as text. The package has the name of the file, which a reader does not know, because it only sees
// bytes: packages/named-by-file.ts adds it.
// Format: https://nim-lang.github.io/nimble/nimble-reference.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings, namedByFile } from '../../shared/identity.ts';
import { SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const REQUIRES =
  /^([ \t]*)(?:(?:task|feature|taskRequires)[ \t(]+"?(\w+)"?[ ,:]*)?requires?:?[ \t(]*(\[?\s*"[^"\n]*"(?:\s*,\s*"[^"\n]*")*)/gm;
const TASK = /^taskRequires[ \t(]+"(\w+)"[ \t]*,[ \t]*("[^"\n]*"(?:\s*,\s*"[^"\n]*")*)/gm;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The nimble file', (problems): PackageFinding[] => {
      const text = withoutComments(textOf(bytes), { ...SYNTAX.hash, quotes: ['"""', '"'] });
      const fullName = /^(?:packageName|name)\s*[=:]\s*"([^"\n]*)"/m.exec(text)?.[1] ?? '';
      const of = (name: string) => new RegExp(`^${name}[ \\t]*[=:][ \\t]*"([^"\\n]*)"`, 'm').exec(text)?.[1] ?? '';
      const self = {
        fullName,
        role: 'declares' as const,
        version: of('version'),
        declaredLicense: of('license'),
        description: of('description'),
      };
      const lineAt = createLineCounter(text);
      const byName = new Map<string, ManifestRequirement>();
      for (const found of text.matchAll(REQUIRES))
        addAll(byName, found[3] ?? '', 'runtime', lineAt(found.index + (found[1] ?? '').length));
      for (const found of text.matchAll(TASK))
        addAll(byName, found[2] ?? '', found[1] === 'test' ? 'test' : 'build', undefined);
      if (fullName !== '') return manifestFindings('nim', self, [...byName.values()], problems);
      return [...manifestFindings('nim', undefined, [...byName.values()], problems), namedByFile('nim', self)];
    }),
};

/** `"nim >= 1.6", "jester#head", "https://github.com/o/r >= 0.1"` */
function addAll(
  byName: Map<string, ManifestRequirement>,
  list: string,
  scope: ManifestRequirement['scope'],
  line: number | undefined,
): void {
  for (const [, text = ''] of list.matchAll(/"([^"\n]*)"/g)) {
    for (const item of text.split(/,(?=\s*[A-Za-z])/)) {
      const [, written = '', requirement = ''] = /^([^\s<>=#@^~]+)\s*(.*)$/.exec(item.trim()) ?? [];
      const fullName = written.replace(/^[a-z]+:\/\/.*\//, '').replace(/\.git$/, '');
      if (fullName === '' || fullName === 'nim' || byName.has(fullName)) continue;
      const version = /^==\s*(\d[\w.]*)$/.exec(requirement)?.[1] ?? '';
      byName.set(fullName, { fullName, requirement, version, scope, line });
    }
  }
}
