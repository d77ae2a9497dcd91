// Reads os-release, by which a Linux system tells which distribution it is. The finding only serves `../../packages/present.ts`, which names
// the installed packages by it; it is no component itself.
// Format: https://www.freedesktop.org/software/systemd/man/latest/os-release.html
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';
import { readShellVariables } from '../shell-variables.ts';

export const osRelease: ManifestMember = {
  name: 'os-release',
  mayBeEmpty: true,
  wants: (path) => /(^|\/)(etc|usr\/lib)\/os-release$/.test(path),
  read: (bytes) =>
    readSafely('The os-release', (problems): PackageFinding[] => {
      const values = readShellVariables(textOf(bytes));
      // A system without an ID is "linux", says the format; that names no distribution.
      const id = values.text('ID').toLowerCase();
      if (!/^[a-z0-9._-]+$/.test(id)) return [];
      const version = values.text('VERSION_ID') || values.text('BUILD_ID');
      const found = packageOf(
        'generic',
        id,
        { role: 'locks', isPresent: true, version, description: values.text('PRETTY_NAME'), line: values.line('ID') },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
