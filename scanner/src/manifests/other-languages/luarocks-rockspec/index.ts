// Reads *.rockspec of LuaRocks without running it.
// Format: https://github.com/luarocks/luarocks/wiki/Rockspec-format
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { isLuaTable, type LuaValue, luaField, luaText, readLua } from '../../shared/languages/lua-source.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['build_dependencies', 'build'],
  ['test_dependencies', 'test'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The rockspec', (problems): PackageFinding[] => {
      const values = readLua(textOf(bytes));
      const fullName = luaText(values.get('package'));
      if (fullName === '') {
        problems.add('"package" of the rockspec should be a text; nothing was read from it.');
        return [];
      }
      const description = values.get('description');
      const source = values.get('source');
      const url = luaText(luaField(source, 'url'));
      const isArchive = /\.(zip|tar\.\w+|tgz|rock)$/.test(url);
      const self = {
        fullName,
        role: 'declares' as const,
        version: luaText(values.get('version')),
        declaredLicense: luaText(luaField(description, 'license')),
        description: luaText(luaField(description, 'summary')),
        homepageUrl: luaText(luaField(description, 'homepage')),
        repositoryUrl: isArchive ? '' : url.replace(/^git\+(?=https?:)/, '').replace(/^git:\/\//, 'https://'),
        downloadUrl: isArchive ? url : '',
      };
      const requirements = SECTIONS.flatMap(([section, scope]) => requirementsOf(values.get(section), scope));
      return manifestFindings('luarocks', self, requirements, problems);
    }),
};

/** `lua >= 5.1`, `penlight == 1.13.1`; Lua itself is not a rock and is left out. */
function requirementsOf(list: LuaValue | undefined, scope: DependencyScope): ManifestRequirement[] {
  if (!isLuaTable(list)) return [];
  const byName = new Map<string, ManifestRequirement>();
  for (const { value, line } of list.items) {
    const [, fullName = '', requirement = ''] = /^([\w./-]+)\s*(.*)$/.exec(luaText(value)) ?? [];
    if (fullName === '' || fullName === 'lua' || byName.has(fullName)) continue;
    const version = /^==?\s*(\d[\w.-]*)$/.exec(requirement)?.[1] ?? '';
    byName.set(fullName, { fullName, requirement, version, scope, line });
  }
  return [...byName.values()];
}
