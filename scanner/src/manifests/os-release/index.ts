// Reads os-release, which names the Linux distribution of a system. The finding is not a component;
// `../../packages/present.ts` uses it to name the installed packages.
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
      // Without an ID the format assumes "linux", which does not name a distribution.
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
