// Reads gradle.lockfile, and the older lockfiles with one file for each configuration.
// Format: https://docs.gradle.org/current/userguide/dependency_locking.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Gradle lockfile', (problems): PackageFinding[] => {
      const findings: PackageFinding[] = [];
      let number = 0;
      for (const raw of linesOf(textOf(bytes))) {
        number += 1;
        const line = raw.trim();
        if (line === '' || line.startsWith('#') || line.startsWith('empty=')) continue;
        const equals = line.indexOf('=');
        const [group, name, version, ...rest] = (equals < 0 ? line : line.slice(0, equals)).split(':');
        if (!group || !name || !version || rest.length > 0) {
          problems.add(
            `Line ${number} should be "group:artifact:version=configurations", not ${quoted(line)}; it was left out.`,
          );
          continue;
        }
        const configurations = equals < 0 ? [] : line.slice(equals + 1).split(',');
        const found = packageOf(
          'maven',
          `${group}:${name}`,
          { role: 'locks', version, scope: scopeOf(configurations), line: number },
          problems,
        );
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};

/**
 * The strongest scope among the configurations that need the artifact. Older lockfiles do not name their configuration.
 */
function scopeOf(configurations: readonly string[]): DependencyScope {
  const scopes = new Set(configurations.map(scopeOfConfiguration));
  for (const scope of ['runtime', 'peer', 'build', 'test', 'development'] as const) if (scopes.has(scope)) return scope;
  return 'runtime';
}

function scopeOfConfiguration(name: string): DependencyScope {
  if (/^(test|androidTest|integrationTest|functionalTest|jmh)|(Unit|Android)?Test[A-Z]/.test(name)) return 'test';
  if (
    /annotationProcessor|kapt|ksp|^classpath$|plugin|checkstyle|detekt|lint|jacoco|pmd|spotbugs|kotlinCompiler/i.test(
      name,
    )
  )
    return 'build';
  if (/^development/.test(name)) return 'development';
  return /compileOnly|^compileClasspath$|CompileClasspath$|provided/.test(name) ? 'peer' : 'runtime';
}
