// Reads portfile.cmake, the recipe of a port of vcpkg, without running CMake: the address of the source. The vcpkg.json beside it names the port.
// Format: https://learn.microsoft.com/en-us/vcpkg/maintainers/functions/vcpkg_from_github
import { detachTexts } from '../../detached-text.ts';
import type { PackageFinding } from '../../findings.ts';
import { definitionsOf } from '../identity.ts';
import { createLineCounter } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

const SOURCE =
  /\b(vcpkg_from_(?:github|gitlab|bitbucket|git|sourceforge)|vcpkg_download_distfile)\s{0,50}\(([^()]{0,5000})\)/g;
const MAX_SOURCES = 100;

export const vcpkgPortfile: ManifestMember = {
  name: 'vcpkg-portfile',
  mayBeEmpty: true,
  wants: (_path, file) => file === 'portfile.cmake',
  read: (bytes) =>
    readSafely('The portfile.cmake', (): PackageFinding[] => {
      const text = textOf(bytes).replace(/(^|\s)#[^\n]*/g, (found) => found.replace(/[^\n]/g, ' '));
      const lineAt = createLineCounter(text);
      const recipe = [{ name: 'port', operator: '', value: '', line: 1 }];
      for (const { 1: name = '', 2: value = '', index } of text.matchAll(SOURCE)) {
        if (recipe.length > MAX_SOURCES) break;
        recipe.push({ name, operator: '(', value: value.replaceAll('"', '').trim(), line: lineAt(index) });
      }
      for (const statement of recipe) detachTexts(statement);
      return [definitionsOf('vcpkg', { recipe })];
    }),
};
