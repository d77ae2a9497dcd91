// Reads vendor/modules.txt: the modules whose packages `go mod vendor` copied beside it.
// Format: https://go.dev/ref/mod#vendoring
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { definitionsOf, packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The modules.txt', (problems): PackageFinding[] => {
      const findings: PackageFinding[] = [];
      const uses: string[] = [];
      let current: PackageFinding | undefined;
      let number = 0;
      for (const line of linesOf(textOf(bytes))) {
        number += 1;
        const words = line.trim().split(/\s+/);
        if (words[0] === '##') {
          // The go.mod of the project lists this module. Only that go.mod says whether the project uses the module
          // directly.
          if (current !== undefined && words.slice(1).some((word) => /^explicit;?$/.test(word)))
            delete current.isDirect;
        } else if (words[0] === '#') {
          // `# path version`, `# path version => path version`, or `# path version => ./folder` for a replacement by
          // code of the project.
          // `# path => path version` repeats a replace line of the go.mod; the build need not use its target.
          const arrow = words.indexOf('=>');
          const [path = '', version = ''] = arrow < 0 ? words.slice(1) : words.slice(arrow + 1);
          if (arrow === 3 && /^\.{1,2}\//.test(path)) uses.push(path);
          const isModule = /^v\d/.test(version) && arrow !== 2;
          current = isModule
            ? packageOf('golang', path, { role: 'locks', version, isDirect: false, line: number }, problems)
            : undefined;
          if (current !== undefined) findings.push(current);
        }
      }
      // ../../packages/golang/ handles these folders of the project as parts of the build.
      return uses.length === 0 ? findings : [...findings, definitionsOf('golang', { goWork: { uses, replaced: [] } })];
    }),
};
