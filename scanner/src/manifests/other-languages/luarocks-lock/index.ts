// Reads luarocks.lock: rocks in exact versions, by section.
// Format: https://github.com/luarocks/luarocks/blob/main/docs/pinning_versions_with_a_lock_file.md
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { isLuaTable, luaText, readLua } from '../../shared/languages/lua-source.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const SECTIONS = [
  ['dependencies', 'runtime'],
  ['build_dependencies', 'build'],
  ['test_dependencies', 'test'],
] as const;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The luarocks.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      // Without `return {`, the names inside of `return { dependencies = { … } }` look like assignments.
      const inner = text.replace(/^\s*return\s*\{/, '');
      const values = readLua(inner);
      const lineOf = createLineCursor(text);
      return SECTIONS.flatMap(([section, scope]) => {
        const table = values.get(section);
        if (!isLuaTable(table)) return [];
        return [...table.fields].flatMap(([name, value]) => {
          if (name === 'lua' || typeof value !== 'string') return [];
          const found = packageOf(
            'luarocks',
            name,
            { role: 'locks', version: luaText(value), scope, line: lineOf(name) },
            problems,
          );
          return found === undefined ? [] : [found];
        });
      });
    }),
};
