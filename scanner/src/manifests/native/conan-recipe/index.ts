// Reads conanfile.py as text: attributes of the class and requirements that are literals. The file is never run.
// Format: https://docs.conan.io/2/reference/conanfile.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { conanRequest } from '../conan-reference.ts';

const CALLS: Readonly<Record<string, DependencyScope>> = {
  requires: 'runtime',
  // The code of other recipes, which only the build runs.
  python_requires: 'build',
  tool_requires: 'build',
  build_requires: 'build',
  test_requires: 'test',
};
/** An attribute or call that requires packages; its literals follow. */
const REQUIRES =
  /^[ \t]*(?:self\.)?(requires|python_requires|tool_requires|build_requires|test_requires)[ \t]*(?:=[ \t]*[([]?|\()/gm;
const MAX_LIST = 20_000;
/** A text, and the word behind it in `("a/1", "override")`. */
const LITERAL_OR_OVERRIDE = /["']([^"'\n]{1,300})["'](?:[ \t]*,[ \t]*["'](override)["'])?/g;
const LITERAL = /["']([^"'\n]{1,300})["']/g;

export const reader: ManifestReader = {
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

function requestsIn(written: string): ManifestRequirement[] {
  const text = withoutComments(written, SYNTAX.hash);
  const lineAt = createLineCounter(text);
  // Branches of a recipe may require several versions of a package.
  const wanted = new Map<string, ManifestRequirement>();
  for (const match of text.matchAll(REQUIRES)) {
    const line = lineAt(match.index);
    const scope = CALLS[match[1] ?? ''] ?? 'runtime';
    for (const literal of referencesIn(match[0], text.slice(match.index + match[0].length).slice(0, MAX_LIST))) {
      const request = conanRequest(literal, scope, line);
      if (request === undefined) continue;
      const key = `${request.fullName}/${request.requirement}@${JSON.stringify(request.qualifiers)}`;
      if (!wanted.has(key)) wanted.set(key, request);
    }
  }
  return [...wanted.values()];
}

/** A list ends at its bracket, a call after its first literal, and anything else at the end of the line. */
function referencesIn(opening: string, rest: string): string[] {
  const isCall = opening.endsWith('(') && !opening.includes('=');
  const part = /[([]$/.test(opening) ? insideOf(rest) : (rest.split('\n', 1)[0] ?? '');
  // An override sets the version of what other packages require, and requires nothing itself.
  const literals = [...part.matchAll(LITERAL_OR_OVERRIDE)].flatMap(([, literal = '', override]) =>
    override === undefined ? [literal] : [],
  );
  const isOverride = isCall && /\boverride[ \t]*=[ \t]*True/.test(part);
  return isOverride ? [] : isCall ? literals.slice(0, 1) : literals;
}

/** Up to the bracket that closes the list: `("a/1"), ("b/1", "private")]` */
function insideOf(text: string): string {
  let depth = 1;
  for (const match of text.matchAll(/"[^"\n]*"|'[^'\n]*'|[([\])]/g)) {
    if (/^[([]/.test(match[0])) depth += 1;
    if (/^[\])]/.test(match[0])) depth -= 1;
    if (depth === 0) return text.slice(0, match.index);
  }
  return text;
}
