// Reads package.xml of PEAR and PECL (formats 1.0 and 2.0). Other systems have files of that name too, for example ROS.
// Format: https://pear.php.net/manual/en/guide.developers.package2.php
import type { PackageFinding } from '../../../findings.ts';
import { attribute, child, childText, descendants, type Element, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { pearName } from '../pear-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The package.xml of PEAR', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      // The address is in the DOCTYPE of the first format, and the namespace of the second one.
      if (!/pear\.php\.net\/dtd\/package/.test(text.slice(0, 4000))) return [];
      const root = parseXml(text);
      const name = childText(root, 'name');
      if (root === undefined || name === '') {
        problems.add('"package.name" should be the name of the package; nothing was read from the package.xml.');
        return [];
      }
      const release = child(root, 'release');
      const version = child(root, 'version');
      const self = {
        fullName: pearName(childText(root, 'channel') || 'pear.php.net', name),
        role: 'declares' as const,
        version: childText(version, 'release') || childText(release, 'version'),
        declaredLicense: childText(root, 'license') || childText(release, 'license'),
        description: childText(root, 'summary'),
        line: child(root, 'name')?.line,
      };
      return manifestFindings('pear', self, [...requirementsOf(root), ...oldRequirements(release)], problems);
    }),
};

function requirementsOf(root: Element): ManifestRequirement[] {
  const dependencies = child(root, 'dependencies');
  return (dependencies?.children ?? []).flatMap((group) =>
    ['package', 'subpackage'].flatMap((kind) =>
      descendants(group, kind).flatMap((element): ManifestRequirement[] => {
        const name = childText(element, 'name');
        const [least, most] = [childText(element, 'min'), childText(element, 'max')];
        // A conflict names a package that must not be there.
        if (name === '' || child(element, 'conflicts') !== undefined) return [];
        return [
          {
            fullName: pearName(childText(element, 'channel') || 'pear.php.net', name),
            requirement: [least && `>=${least}`, most && `<=${most}`].filter(Boolean).join(','),
            version: least !== '' && least === most ? least : '',
            scope: group.name === 'required' ? 'runtime' : 'optional',
            line: element.line,
          },
        ];
      }),
    ),
  );
}

/** `<dep type="pkg" rel="ge" version="1.0" optional="yes">Name</dep>` of the first format. */
function oldRequirements(release: Element | undefined): ManifestRequirement[] {
  if (release === undefined) return [];
  return descendants(release, 'dep').flatMap((element): ManifestRequirement[] => {
    const name = element.text.trim();
    if (attribute(element, 'type') !== 'pkg' || name === '' || attribute(element, 'rel') === 'not') return [];
    const version = attribute(element, 'version');
    const signs = { ge: '>=', gt: '>', le: '<=', lt: '<', eq: '==' } as const;
    const relation = attribute(element, 'rel');
    const sign = Object.hasOwn(signs, relation) ? signs[relation as keyof typeof signs] : '';
    return [
      {
        fullName: pearName('pear.php.net', name),
        requirement: version === '' ? '' : `${sign}${version}`,
        version: relation === 'eq' ? version : '',
        scope: attribute(element, 'optional') === 'yes' ? 'optional' : 'runtime',
        line: element.line,
      },
    ];
  });
}
