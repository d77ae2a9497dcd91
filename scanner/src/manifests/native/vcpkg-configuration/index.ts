// Reads vcpkg-configuration.json and the baselines of registries (versions/baseline.json): where vcpkg takes ports from, and in which versions.
// Neither names a package that is used; packages/recipes/ gives their versions to the requests of vcpkg.json.
// Format: https://learn.microsoft.com/en-us/vcpkg/reference/vcpkg-configuration-json
import type { RecipeStatement } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import {
  asEntries,
  asFields,
  asList,
  asText,
  asTexts,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { recipeOf } from '../../shared/recipe-statements.ts';

const MAX_STATEMENTS = 50_000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The configuration of vcpkg', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const fields = asFields(JSON.parse(text), 'configuration', problems);
      const statements =
        own(fields, 'default') !== undefined && own(fields, 'default-registry') === undefined
          ? baselineOf(own(fields, 'default'), text, problems)
          : registriesOf(fields, text, problems);
      return recipeOf({ type: 'vcpkg', statements, most: MAX_STATEMENTS }, problems);
    }),
};

/** `name at version` of each port of a registry. */
function baselineOf(value: unknown, text: string, problems: Problems): RecipeStatement[] {
  const lineOf = createLineCursor(text);
  return asEntries(value, 'default', problems)
    .slice(0, MAX_STATEMENTS + 1)
    .flatMap(([name, entry]) => {
      const version = asText(
        own(asFields(entry, `default.${name}`, problems), 'baseline'),
        `default.${name}.baseline`,
        problems,
      );
      return version === '' ? [] : [{ name, operator: 'at', value: version, line: lineOf(`"${name}"`) ?? 1 }];
    });
}

/** `registry git "repository baseline"` or `registry filesystem "path"`, the default one first, and the ports of the others. */
function registriesOf(fields: Record<string, unknown>, text: string, problems: Problems): RecipeStatement[] {
  const lineOf = createLineCursor(text);
  const statements: RecipeStatement[] = [];
  const standard = own(fields, 'default-registry');
  const others = asList(own(fields, 'registries'), 'registries', problems);
  for (const [index, registry] of [...(isFields(standard) ? [standard] : [undefined]), ...others].entries()) {
    if (registry === undefined) continue;
    const field = index === 0 ? 'default-registry' : `registries[${index - 1}]`;
    const about = asFields(registry, field, problems);
    const value = (name: string) => asText(own(about, name), `${field}.${name}`, problems);
    const kind = value('kind');
    if (kind !== 'git' && kind !== 'filesystem' && kind !== 'builtin') continue;
    const address = kind === 'filesystem' ? value('path') : value('repository');
    const line = lineOf(`"${kind}"`) ?? 1;
    statements.push({ name: 'registry', operator: kind, value: `${address} ${value('baseline')}`.trim(), line });
    const ports = asTexts(own(about, 'packages'), `${field}.packages`, problems);
    if (index > 0) statements.push({ name: 'packages', operator: '=', value: ports.join(' '), line });
  }
  for (const path of asTexts(own(fields, 'overlay-ports'), 'overlay-ports', problems))
    statements.push({ name: 'overlay-ports', operator: '=', value: path, line: lineOf('"overlay-ports"') ?? 1 });
  return statements;
}
