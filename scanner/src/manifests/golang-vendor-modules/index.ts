// Reads vendor/modules.txt: the modules whose packages `go mod vendor` copied beside it.
// Format: https://go.dev/ref/mod#vendoring
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import { linesOf } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

export const golangVendorModules: ManifestMember = {
  name: 'golang-vendor-modules',
  wants: (path, file) => file === 'modules.txt' && /(^|\/)vendor\/modules\.txt$/.test(path),
  read: (bytes) =>
    readSafely('The modules.txt', (problems): PackageFinding[] => {
      const findings: PackageFinding[] = [];
      let current: PackageFinding | undefined;
      let number = 0;
      for (const line of linesOf(textOf(bytes))) {
        number += 1;
        const words = line.trim().split(/\s+/);
        if (words[0] === '##') {
          if (current !== undefined && words.slice(1).some((word) => /^explicit;?$/.test(word)))
            current.isDirect = true;
        } else if (words[0] === '#') {
          // `# path version`, `# path version => path version`, or `=> ./folder` for a replacement by the project's own code.
          // `# path => path version` repeats a replace line of the go.mod: its target may be unused.
          const arrow = words.indexOf('=>');
          const [path = '', version = ''] = arrow < 0 ? words.slice(1) : words.slice(arrow + 1);
          const isModule = /^v\d/.test(version) && arrow !== 2;
          current = isModule
            ? packageOf('golang', path, { role: 'locks', version, isDirect: false, line: number }, problems)
            : undefined;
          if (current !== undefined) findings.push(current);
        }
      }
      return findings;
    }),
};
