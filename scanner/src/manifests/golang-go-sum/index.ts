// Reads go.sum: checksums of modules. It also has versions that were only looked at, so it counts only where there is no go.mod beside it;
// that is decided where the packages of a whole tree are put together.
// Format: https://go.dev/ref/mod#go-sum-files
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { quoted, readSafely, textOf } from '../problems.ts';

export const golangGoSum: ManifestMember = {
  name: 'golang-go-sum',
  wants: (_path, file) => file === 'go.sum',
  read: (bytes) =>
    readSafely('The go.sum', (problems): PackageFinding[] => {
      const findings: PackageFinding[] = [];
      for (const line of textOf(bytes).split('\n')) {
        if (line.trim() === '') continue;
        const [path = '', version = '', integrity = '', ...rest] = line.trim().split(/\s+/);
        if (!/^v\d/.test(version) || integrity === '' || rest.length > 0) {
          problems.add(`${quoted(line)} should be a module path, a version and a checksum; it was left out.`);
          continue;
        }
        // The checksum of a go.mod alone says that only its requirements were looked at.
        if (version.endsWith('/go.mod')) continue;
        const found = packageOf('golang', path, { role: 'locks', version, integrity }, problems);
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};
