// Reads conanfile.py as text: attributes of the class and requirements that are literals. The file is never run.
// Format: https://docs.conan.io/2/reference/conanfile.html
import type { DependencyScope, PackageFinding } from '../../findings.ts';
import { conanRequest } from '../conan-reference.ts';
import { manifestFindings, type Requirement } from '../identity.ts';
import { createLineCounter } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

const CALLS: Readonly<Record<string, DependencyScope>> = {
  requires: 'runtime',
  tool_requires: 'build',
  build_requires: 'build',
  test_requires: 'test',
};
/** An attribute or call that requires packages; its literals follow. */
const REQUIRES = /^[ \t]*(?:self\.)?(requires|tool_requires|build_requires|test_requires)[ \t]*(?:=[ \t]*[([]?|\()/gm;
const MAX_LIST = 20_000;
const LITERAL = /["']([^"'\n]{1,300})["']/g;

export const conanRecipe: ManifestMember = {
  name: 'conan-recipe',
  mayBeEmpty: true,
  wants: (_path, file) => file === 'conanfile.py',
  read: (bytes) =>
    readSafely('The conanfile.py', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const value = (name: string): string =>
        new RegExp(`^[ \\t]{1,8}${name}[ \\t]*=[ \\t]*["']([^"'\\n]{0,1000})["']`, 'm').exec(text)?.[1]?.trim() ?? '';
      const licenses = /^[ \t]{1,8}license[ \t]*=[ \t]*[([]?([^\n)\]]{0,1000})/m.exec(text)?.[1] ?? '';
      const name = value('name');
      const self =
        name === ''
          ? undefined
          : {
              fullName: name,
              role: 'declares' as const,
              version: value('version'),
              declaredLicense: [...licenses.matchAll(LITERAL)].map(([, license]) => license).join(' AND '),
              description: value('description'),
              homepageUrl: value('homepage'),
              repositoryUrl: value('url'),
            };
      return manifestFindings('conan', self, requestsIn(text), problems);
    }),
};

function requestsIn(text: string): Requirement[] {
  const lineAt = createLineCounter(text);
  const wanted = new Map<string, Requirement>();
  for (const match of text.matchAll(REQUIRES)) {
    const line = lineAt(match.index);
    const isList = /[([]$/.test(match[0]);
    const from = match.index + match[0].length;
    // A list ends at its bracket, a call after its first literal, and anything else at the end of the line.
    const rest = text.slice(from, from + MAX_LIST);
    const part = isList ? (/^(?:[^"')\]]|"[^"\n]*"|'[^'\n]*')*/.exec(rest)?.[0] ?? '') : (rest.split('\n', 1)[0] ?? '');
    const isCall = match[0].endsWith('(') && !match[0].includes('=');
    for (const [, literal = ''] of part.matchAll(LITERAL)) {
      const request = conanRequest(literal, CALLS[match[1] ?? ''] ?? 'runtime', line);
      if (request !== undefined && !wanted.has(request.fullName)) wanted.set(request.fullName, request);
      if (isCall) break;
    }
  }
  return [...wanted.values()];
}
