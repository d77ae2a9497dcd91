// Reads deno.json and deno.jsonc: the packages in the import map.
// Format: https://docs.deno.com/runtime/fundamentals/configuration/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { parseJsonc } from '../../shared/formats/jsonc.ts';
import { visitJsonLines } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asEntries, asFields, asText, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { parseDenoSpecifier } from '../deno-specifiers.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The deno.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = asFields(parseJsonc(text), 'deno.json', problems);
      const required = requiredOf(manifest, text, problems);
      const self = declaredOf(manifest, required, problems);
      if (self === undefined) return required;
      return [self, ...required.filter(({ version }) => version !== '')];
    }),
};

/** A file with a name is a package of JSR; other files only configure. */
function declaredOf(
  manifest: Record<string, unknown>,
  required: readonly PackageFinding[],
  problems: Problems,
): PackageFinding | undefined {
  const fullName = asText(own(manifest, 'name'), 'name', problems);
  if (!/^@[^/]+\/[^/]+$/.test(fullName)) return undefined;
  const dependencies = required.flatMap(({ purl, requirement = '', scope, line }) => [
    { purl, requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) },
  ]);
  return packageOf(
    'jsr',
    fullName,
    {
      role: 'declares',
      version: asText(own(manifest, 'version'), 'version', problems),
      declaredLicense: asText(own(manifest, 'license'), 'license', problems),
      dependencies,
    },
    problems,
  );
}

function requiredOf(manifest: Record<string, unknown>, text: string, problems: Problems): PackageFinding[] {
  const lines = new Map<string, number>();
  visitJsonLines(text, 3, (path, line) => lines.set(path.join('\n'), line));
  const scopes = asEntries(own(manifest, 'scopes'), 'scopes', problems).map(
    ([scope, value]) => [['scopes', scope], value] as const,
  );
  const found = new Map<string, PackageFinding>();
  for (const [path, value] of [[['imports'], own(manifest, 'imports')] as const, ...scopes]) {
    for (const [key, written] of asEntries(value, path.join('.'), problems)) {
      const wanted = parseDenoSpecifier(asText(written, `${path.join('.')}.${key}`, problems));
      if (wanted === undefined) continue;
      const { type, fullName, version, requirement } = wanted;
      const line = lines.get([...path, key].join('\n'));
      const parts = {
        role: 'requires' as const,
        version,
        requirement,
        isDirect: true,
        ...(line === undefined ? {} : { line }),
      };
      const made = packageOf(type, fullName, parts, problems);
      if (made !== undefined && !found.has(made.purl)) found.set(made.purl, made);
    }
  }
  return [...found.values()];
}
