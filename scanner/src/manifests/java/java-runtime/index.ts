// Reads the file `release` of an installed Java runtime or development kit.
// Format: https://openjdk.org/jeps/223, and the build of OpenJDK (make/ReleaseFile.gmk)
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readShellVariables } from '../../shared/languages/shell-variables.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The release file of Java', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!/^JAVA_VERSION=/m.test(text)) return [];
      const values = readShellVariables(text);
      const version =
        values.text('SEMANTIC_VERSION') || values.text('JAVA_RUNTIME_VERSION') || values.text('JAVA_VERSION');
      // Oracle's own runtimes have the version format of OpenJDK, but other terms.
      const isOracle = values.text('BUILD_TYPE') === 'commercial';
      const found = packageOf(
        'generic',
        isOracle ? 'oracle/jdk' : 'openjdk',
        {
          role: 'locks',
          isPresent: true,
          version,
          description: [values.text('IMPLEMENTOR'), values.text('IMPLEMENTOR_VERSION')]
            .filter((one) => one !== '')
            .join(', '),
          repositoryUrl: values.text('SOURCE_REPO'),
          line: values.line('JAVA_VERSION'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
