// Reads the scripts with which CMake, VTK, ParaView and ITK import third-party code: each names a library, its repository and tag, and the folder that
// it goes into. Example: https://gitlab.kitware.com/cmake/cmake/-/blob/master/Utilities/Scripts/update-expat.bash

import type { ManifestReader } from '../../member.ts';
import { heldPackage, numberedLines } from '../../shared/held.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const SETTING =
  /^(?:readonly[ \t]+|export[ \t]+)?(name|subtree|repo|tag)=(?:"([^"$`]*)"|'([^']*)'|([^\s"'$`]+))[ \t]*(?:#.*)?$/;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The script that imports third-party code', (problems) => {
      const settings = new Map<string, { text: string; line: number }>();
      for (const { text, line } of numberedLines(textOf(bytes))) {
        const [, name, ...values] = SETTING.exec(text) ?? [];
        const value = values.find((one) => one !== undefined);
        if (name !== undefined && value !== undefined && !settings.has(name)) settings.set(name, { text: value, line });
      }
      const [name, subtree, repo, tag] = ['name', 'subtree', 'repo', 'tag'].map((one) => settings.get(one));
      // Other scripts with such names import nothing.
      if (name === undefined || subtree === undefined || repo === undefined) return [];
      const found = heldPackage(
        {
          name: name.text,
          url: repo.text,
          version: versionOfTag(tag?.text ?? ''),
          line: name.line,
          // Relative to the root of the repository.
          folder: `/${subtree.text}`,
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/** `R_2_4_6` and `curl-7_86_0` are tags of projects that write no dots. `for/cmake-1.2` is a branch. */
function versionOfTag(tag: string): string {
  if (tag.includes('/')) return '';
  const underlined = /^[A-Za-z]*[-_]?([0-9]+(?:_[0-9]+){1,3})$/.exec(tag)?.[1];
  return underlined?.replaceAll('_', '.') ?? tag.replace(/^[A-Za-z]+[-_](?=v?[0-9]+\.)/, '');
}
