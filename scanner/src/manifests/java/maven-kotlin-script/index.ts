// Reads the annotations of a Kotlin script that is run by itself: `@file:DependsOn("group:artifact:version")`.
// Documentation: https://kotlinlang.org/docs/custom-script-deps-tutorial.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { exactGradleVersion, splitNotation } from '../gradle-notation.ts';

const DEPENDS_ON = /@file:DependsOn\(([^)]{0,2000})\)/g;
const NOTATION = /"([^"\s:/]{1,200}:[^"\s:/]{1,200}(?::[^"\s]{1,200})?)"/g;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Kotlin script', (problems): PackageFinding[] => {
      const text = withoutComments(textOf(bytes), SYNTAX.slashes);
      const lineAt = createLineCounter(text);
      return [...text.matchAll(DEPENDS_ON)].flatMap((annotation) => {
        const line = lineAt(annotation.index);
        return [...(annotation[1] ?? '').matchAll(NOTATION)].flatMap(([, notation = '']) => {
          const [fullName, requirement] = splitNotation(notation);
          const version = exactGradleVersion(requirement);
          const about = { role: 'requires' as const, isDirect: true, requirement, version, line };
          return packageOf('maven', fullName, about, problems) ?? [];
        });
      });
    }),
};
