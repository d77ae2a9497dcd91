// Reads conanfile.txt, and conaninfo.txt of an installed package, whose list of requirements is exact.
// Format: https://docs.conan.io/2/reference/conanfile_txt.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { conanRequest } from '../conan-reference.ts';

const SECTIONS: Readonly<Record<string, DependencyScope>> = {
  requires: 'runtime',
  full_requires: 'runtime',
  tool_requires: 'build',
  build_requires: 'build',
  test_requires: 'test',
};

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The conanfile.txt', (problems): PackageFinding[] => {
      const wanted = new Map<string, ManifestRequirement>();
      const text = textOf(bytes);
      const isInfo = /^\[full_requires\]/m.test(text);
      let section = '';
      text.split('\n').forEach((raw, i) => {
        const line = raw.split(/(?:^|\s)#/)[0]?.trim() ?? '';
        if (line === '') return;
        if (line[0] === '[' && line.endsWith(']')) {
          section = line.slice(1, -1);
          return;
        }
        const scope = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
        // In conaninfo.txt, the section `requires` repeats the full list in a shorter form.
        if (scope === undefined || (isInfo && section === 'requires')) return;
        const request = conanRequest(line, scope, i + 1);
        if (request === undefined)
          problems.add(`Line ${i + 1} should be name/version but is ${quoted(line)}; it was left out.`);
        else if (!wanted.has(request.fullName)) wanted.set(request.fullName, request);
      });
      return manifestFindings('conan', undefined, [...wanted.values()], problems);
    }),
};
