// Reads dotnet-tools.json (tools that a project runs) and global.json (SDKs that MSBuild loads).
// Format: https://learn.microsoft.com/dotnet/core/tools/local-tools-how-to-use, https://learn.microsoft.com/dotnet/core/tools/global-json
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { packageOf } from '../../shared/identity.ts';
import { asEntries, asText, isFields, own, readSafely, textOf } from '../../shared/problems.ts';
import { exactNugetVersion } from '../nuget-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of tools', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      // Both files may contain comments.
      const manifest: unknown = JSON.parse(text.replace(/^[ \t]*\/\/.*$/gm, ''));
      if (!isFields(manifest)) {
        problems.add('A list of tools should be an object; nothing was read from it.');
        return [];
      }
      const lineOf = jsonLines(text, 2);
      return ['tools', 'msbuild-sdks'].flatMap((section) => {
        // `tools` in a global.json lists tools that the machine installs, so it is left out.
        const isOfTools =
          section === 'msbuild-sdks' || own(manifest, 'isRoot') !== undefined || own(manifest, 'version') !== undefined;
        if (!isOfTools) return [];
        return asEntries(own(manifest, section), section, problems).flatMap(([name, value]) => {
          const requirement = asText(isFields(value) ? own(value, 'version') : value, `${section}.${name}`, problems);
          const scope = section === 'tools' ? 'development' : 'build';
          const parts = {
            role: 'requires' as const,
            version: exactNugetVersion(requirement),
            requirement,
            scope,
            isDirect: true,
            line: lineOf(section, name),
          } as const;
          return packageOf('nuget', name, parts, problems) ?? [];
        });
      });
    }),
};
