// Reads os-release, which names the Linux distribution of a system. The finding is not a component;
// `../../../packages/present.ts` uses it to name the installed packages.
// Format: https://www.freedesktop.org/software/systemd/man/latest/os-release.html
import type { DistributionLike, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readShellVariables, type ShellVariables } from '../../shared/languages/shell-variables.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
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
      if (found === undefined) return [];
      const like = likeOf(id, values);
      return [like.length === 0 ? found : { ...found, like }];
    }),
};

const MOST_LIKE = 10;

/** A codename of its own for Ubuntu or Debian names the parent, even if ID_LIKE leaves it out. */
function likeOf(id: string, values: ShellVariables): DistributionLike[] {
  const codename = (name: string) => values.text(`${name.toUpperCase().replace(/\W/g, '_')}_CODENAME`).toLowerCase();
  const listed = values
    .words('ID_LIKE')
    .map((one) => one.toLowerCase())
    .filter((one) => /^[a-z0-9._-]+$/.test(one));
  const ids = new Set([
    ...(codename('ubuntu') === '' ? [] : ['ubuntu']),
    ...listed,
    ...(codename('debian') === '' ? [] : ['debian']),
  ]);
  ids.delete(id);
  const own = [
    codename('version'),
    // `12 (bookworm)`
    /\(([\w-]+)\)\s*$/.exec(values.text('VERSION').slice(0, 200).toLowerCase())?.[1] ?? '',
    // `platform:el9`
    /^platform:([\w.-]+)$/.exec(values.text('PLATFORM_ID').toLowerCase())?.[1] ?? '',
  ];
  return [...ids].slice(0, MOST_LIKE).map((one) => ({
    id: one,
    words: [...new Set(codename(one) === '' ? own : [codename(one)])].filter((word) => word !== ''),
  }));
}
