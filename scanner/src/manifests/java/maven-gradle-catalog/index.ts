// Reads libs.versions.toml. A catalog lists what build scripts may use; packages/gradle/ creates packages only for the
// entries that they do use.
// Format: https://docs.gradle.org/current/userguide/version_catalogs.html
import type { VersionCatalog } from '../../../definitions.ts';
import type { ManifestReader } from '../../member.ts';
import { visitTomlLines } from '../../shared/formats/lines.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { asEntries, asText, asTexts, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { richVersion } from '../gradle-notation.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The version catalog', (problems) => {
      const text = textOf(bytes);
      const catalog = readToml(text, problems);
      const lines = new Map<string, number>();
      visitTomlLines(text, ([section, key = ''], line) => {
        if (!lines.has(`${section}.${key}`)) lines.set(`${section}.${key}`, line);
      });
      const versions = new Map(
        asEntries(own(catalog, 'versions'), 'versions', problems).map(([key, value]) => [
          key,
          versionOf(value, `versions.${key}`, problems),
        ]),
      );
      const entries = (section: 'libraries' | 'plugins') =>
        asEntries(own(catalog, section), section, problems).flatMap(([alias, value]) => {
          const entry = entryOf(value, `${section}.${alias}`, versions, problems);
          if (entry === undefined) return [];
          const line = lines.get(`${section}.${alias}`);
          const name = section === 'plugins' ? `${entry.name}:${entry.name}.gradle.plugin` : entry.name;
          return [{ alias, name, version: entry.version, ...(line === undefined ? {} : { line }) }];
        });
      const found: VersionCatalog = {
        libraries: entries('libraries'),
        plugins: entries('plugins'),
        bundles: asEntries(own(catalog, 'bundles'), 'bundles', problems).map(([alias, list]) => ({
          alias,
          libraries: asTexts(list, `bundles.${alias}`, problems),
        })),
      };
      return [definitionsOf('maven', { catalog: found })];
    }),
};

/** `"g:a:v"`, `{ module = "g:a", version = "1" }`, `{ group, name, version.ref }`, `{ id, version }`. */
function entryOf(
  value: unknown,
  field: string,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): { name: string; version: string } | undefined {
  if (typeof value === 'string') {
    const at = value.lastIndexOf(':');
    const isPlugin = field.startsWith('plugins.');
    if (at > 0 && (isPlugin || value.indexOf(':') !== at))
      return { name: value.slice(0, at), version: value.slice(at + 1) };
  } else if (isFields(value)) {
    const text = (key: string) => asText(own(value, key), `${field}.${key}`, problems);
    const name = text('module') || text('id') || (text('group') === '' ? '' : `${text('group')}:${text('name')}`);
    const written = own(value, 'version');
    const reference = isFields(written) ? asText(own(written, 'ref'), `${field}.version.ref`, problems) : '';
    const version = reference === '' ? versionOf(written, `${field}.version`, problems) : versions.get(reference);
    if (version === undefined)
      problems.add(`"${field}.version.ref" should name an entry of "versions"; the version is unknown.`);
    if (name !== '') return { name, version: version ?? '' };
  }
  problems.add(`"${field}" should be "group:artifact:version" or a table with "module"; it was left out.`);
  return undefined;
}

/** A string, or a table with `strictly`, `require` and `prefer`. */
function versionOf(value: unknown, field: string, problems: Problems): string {
  if (!isFields(value)) return asText(value, field, problems);
  const text = (key: string) => asText(own(value, key), `${field}.${key}`, problems);
  return richVersion({ strictly: text('strictly'), require: text('require'), prefer: text('prefer') });
}
