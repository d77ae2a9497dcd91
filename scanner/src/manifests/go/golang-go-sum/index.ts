// Reads go.sum: checksums of modules. It also lists versions that were only examined, so it counts only without a go.mod beside it;
// packages/ decides that.
// Format: https://go.dev/ref/mod#go-sum-files
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The go.sum', (problems): PackageFinding[] => {
      const findings: PackageFinding[] = [];
      let number = 0;
      for (const line of linesOf(textOf(bytes))) {
        number += 1;
        if (line.trim() === '') continue;
        const [path = '', version = '', integrity = '', ...rest] = line.trim().split(/\s+/);
        if (!/^v\d/.test(version) || integrity === '' || rest.length > 0) {
          problems.add(`${quoted(line)} should be a module path, a version and a checksum; it was left out.`);
          continue;
        }
        // A checksum for a go.mod alone means that Go read only the requirements of that version.
        if (version.endsWith('/go.mod')) continue;
        const found = packageOf('golang', path, { role: 'locks', version, integrity, line: number }, problems);
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};
