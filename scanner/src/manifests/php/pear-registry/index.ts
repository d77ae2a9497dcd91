// Reads the registry of installed PEAR and PECL packages: `.registry/.channel.pecl.php.net/memcached.reg`, one file a package.
// Format: https://www.php.net/manual/en/function.serialize.php
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely } from '../../shared/problems.ts';
import { pearName } from '../pear-names.ts';
import { readSerialized, type Serialized } from './serialized.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The file of the PEAR registry', (problems): PackageFinding[] => {
      const root = readSerialized(bytes);
      const name = textIn(root, 'name') || textIn(root, 'package');
      if (name === '') {
        problems.add('"name" should be the name of an installed package; nothing was read from the file.');
        return [];
      }
      // The first format has the version as a text.
      const version = textIn(root, 'version', 'release') || textIn(root, 'version');
      const found = packageOf(
        'pear',
        // Older files do not name their channel; the folder around them does (packages/present.ts).
        textIn(root, 'channel') === '' ? name : pearName(textIn(root, 'channel'), name),
        {
          role: 'locks',
          isPresent: true,
          version,
          declaredLicense:
            textIn(root, 'license', '_content') || textIn(root, 'license') || textIn(root, 'release_license'),
          description: textIn(root, 'summary'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/** '' if there is no text at this place. */
function textIn(root: Serialized, ...path: string[]): string {
  let value: Serialized | undefined = root;
  for (const key of path) value = value instanceof Map ? value.get(key) : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
