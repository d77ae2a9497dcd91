// Reads portfile.cmake, the recipe of a port of vcpkg, without running CMake: the address of the source. The vcpkg.json beside it names the port.
// Format: https://learn.microsoft.com/en-us/vcpkg/maintainers/functions/vcpkg_from_github
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { recipeOf } from '../../shared/recipe-statements.ts';

const SOURCE =
  /\b(vcpkg_from_(?:github|gitlab|bitbucket|git|sourceforge)|vcpkg_download_distfile)\s{0,50}\(([^()]{0,5000})\)/g;
const MAX_STATEMENTS = 100;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The portfile.cmake', (problems): PackageFinding[] => {
      const text = textOf(bytes).replace(/(^|\s)#[^\n]*/g, (found) => found.replace(/[^\n]/g, ' '));
      const lineAt = createLineCounter(text);
      const statements = [{ name: 'port', operator: '', value: '', line: 1 }];
      for (const { 1: name = '', 2: value = '', index } of text.matchAll(SOURCE)) {
        if (statements.length > MAX_STATEMENTS) break;
        statements.push({ name, operator: '(', value: value.replaceAll('"', '').trim(), line: lineAt(index) });
      }
      return recipeOf({ type: 'vcpkg', statements, most: MAX_STATEMENTS }, problems);
    }),
};
