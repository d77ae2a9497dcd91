// Reads maven_install.json, the lockfile of rules_jvm_external of Bazel, in its second version.
// Format: https://github.com/bazel-contrib/rules_jvm_external
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asEntries, asFields, asText, asTexts, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The maven_install.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = asFields(JSON.parse(text), 'maven_install.json', problems);
      const lineOf = createLineCursor(text);
      lineOf('"artifacts"');
      const found = new Map<string, PackageFinding>();
      for (const [name, value] of asEntries(own(lock, 'artifacts'), 'artifacts', problems)) {
        const fields = asFields(value, `artifacts.${name}`, problems);
        const shasums = asFields(own(fields, 'shasums'), `artifacts.${name}.shasums`, problems);
        const sha256 = asText(own(shasums, 'jar'), `artifacts.${name}.shasums.jar`, problems);
        const line = lineOf(`"${name}"`);
        // Keys of the form `group:artifact:type:classifier` are additional files of the same artifact.
        const finding = packageOf(
          'maven',
          name.split(':').slice(0, 2).join(':'),
          {
            role: 'locks',
            version: asText(own(fields, 'version'), `artifacts.${name}.version`, problems),
            integrity: sha256 === '' ? '' : `sha256:${sha256}`,
            ...(line === undefined ? {} : { line }),
          },
          problems,
        );
        if (finding !== undefined) found.set(name, finding);
      }
      for (const [name, targets] of asEntries(own(lock, 'dependencies'), 'dependencies', problems)) {
        const from = found.get(name);
        if (from === undefined) continue;
        from.dependencies = asTexts(targets, `dependencies.${name}`, problems).flatMap(
          (target): PackageDependency[] => {
            const to = found.get(target);
            return to === undefined ? [] : [{ purl: to.purl, requirement: '', scope: 'runtime', isDirect: true }];
          },
        );
      }
      return [...new Map([...found.values()].map((finding) => [finding.purl, finding])).values()];
    }),
};
