// Reads build.zig.zon of Zig as text: a dependency has an address and a digest.
// Format: https://github.com/ziglang/zig/blob/master/doc/build.zig.zon.md
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { endOfBrackets, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const SECTION = /\.dependencies\s*=\s*\.\{/;
const ENTRY = /\.(?:@"([^"\n]*)"|([A-Za-z_]\w*))\s*=\s*\.\{/g;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The build.zig.zon', (problems): PackageFinding[] => {
      const text = withoutComments(textOf(bytes), { lineComments: ['//'], quotes: ['"'] });
      if (!text.trimStart().startsWith('.{')) {
        problems.add('A build.zig.zon should be a value ".{…}"; nothing was read from it.');
        return [];
      }
      const section = SECTION.exec(text);
      if (section === null) return [];
      const start = section.index + section[0].length - 1;
      const end = endOfBrackets(text, start);
      const lineAt = createLineCounter(text);
      const findings: PackageFinding[] = [];
      let done = start;
      for (const found of text.slice(start, end).matchAll(ENTRY)) {
        const at = start + found.index;
        if (at < done) continue;
        const open = at + found[0].length - 1;
        done = endOfBrackets(text, open);
        const of = (name: string) =>
          new RegExp(`\\.${name}\\s*=\\s*"([^"\\n]*)"`).exec(text.slice(open, done))?.[1] ?? '';
        const url = of('url');
        // The dependency is a folder of the project.
        if (url === '') continue;
        const { type, fullName, version } = identityOf(url, found[1] ?? found[2] ?? '');
        const isLazy = /\.lazy\s*=\s*true/.test(text.slice(open, done));
        const parts = {
          role: 'requires',
          version,
          requirement: version,
          scope: isLazy ? 'optional' : 'runtime',
          isDirect: true,
          downloadUrl: url,
          integrity: of('hash'),
          line: lineAt(at),
        } as const;
        const made = packageOf(type, fullName, parts, problems);
        if (made !== undefined) findings.push(made);
      }
      return findings;
    }),
};

/** A GitHub repository has its own purl type; other dependencies have the name that the project gives them. */
function identityOf(url: string, name: string): { type: 'github' | 'generic'; fullName: string; version: string } {
  const [, owner, repository, rest = ''] =
    /^(?:git\+)?https:\/\/github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?=[/#?]|$)(.*)$/.exec(url) ?? [];
  const version =
    /#([\w.-]+)$/.exec(rest)?.[1] ??
    /\/archive\/(?:refs\/(?:tags|heads)\/)?(.+?)\.(?:tar\.\w+|zip)$/.exec(rest)?.[1] ??
    /\/releases\/download\/([^/]+)\//.exec(rest)?.[1] ??
    '';
  if (owner === undefined || repository === undefined) return { type: 'generic', fullName: name, version };
  return { type: 'github', fullName: `${owner}/${repository}`, version };
}
