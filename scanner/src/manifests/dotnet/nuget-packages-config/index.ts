// Reads packages.config: all packages of a project in exact versions, direct and transitive.
// Format: https://learn.microsoft.com/nuget/reference/packages-config
import type { PackageFinding } from '../../../findings.ts';
import { attribute, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { exactNugetVersion } from '../nuget-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The packages.config', (problems): PackageFinding[] => {
      const root = parseXml(textOf(bytes));
      if (root?.name !== 'packages') {
        problems.add('A packages.config should have "packages" as its root element; nothing was read from it.');
        return [];
      }
      return root.children.flatMap((element) => {
        if (element.name !== 'package') return [];
        const requirement = attribute(element, 'version');
        const scope = attribute(element, 'developmentDependency') === 'true' ? 'development' : 'runtime';
        const version = exactNugetVersion(requirement);
        const parts = {
          role: 'requires' as const,
          version,
          requirement,
          scope,
          isDirect: true,
          line: element.line,
        } as const;
        return packageOf('nuget', attribute(element, 'id'), parts, problems) ?? [];
      });
    }),
};
