// Reads .ABOUT files, which state the origin and license of the file or folder beside them.
// Specification: https://aboutcode.readthedocs.io/projects/aboutcode-toolkit/en/latest/specification.html

import type { ManifestReader } from '../../member.ts';
import { heldPackage, numberedLines } from '../../shared/held.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .ABOUT file', (problems) => {
      const fields = fieldsOf(textOf(bytes));
      const text = (name: string) => fields.get(name)?.text ?? '';
      const resource = text('about_resource');
      const purl = text('package_url') || text('purl');
      // If there is no name, the name of the described file or folder is used.
      const name = text('name') || resource;
      if (name === '' && purl === '') {
        problems.add('"name" and "about_resource" are missing; nothing was read.');
        return [];
      }
      const found = heldPackage(
        {
          name,
          purl,
          version: text('version'),
          url: text('vcs_repository') || text('vcs_url') || text('homepage_url') || text('home_url'),
          downloadUrl: text('download_url'),
          license: text('license_expression') || text('license_name') || text('license'),
          description: text('description'),
          integrity: text('checksum_sha1') === '' ? '' : `sha1:${text('checksum_sha1')}`,
          line: (fields.get('name') ?? fields.get('about_resource') ?? fields.get('package_url'))?.line,
          folder: resource.replace(/^\.?\/+|^\.$|\/+$/g, ''),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/** `key: value`; indented lines continue the value, also after `|`. If a key occurs twice, the first one counts. */
function fieldsOf(text: string): Map<string, { text: string; line: number }> {
  const fields = new Map<string, { text: string; line: number }>();
  let open: string[] | undefined;
  let finish = () => {};
  for (const { text: content, line } of numberedLines(text)) {
    if (/^\s+\S/.test(content)) {
      open?.push(content.trim());
      continue;
    }
    finish();
    finish = () => {};
    open = undefined;
    const colon = content.indexOf(':');
    const key = content.slice(0, colon).trim().toLowerCase();
    if (colon <= 0 || !/^\w+$/.test(key) || fields.has(key)) continue;
    const first = content.slice(colon + 1).trim();
    const lines = first === '|' || first === '>' ? [] : [first.replace(/^(["'])(.*)\1$/, '$2')];
    open = lines;
    finish = () => fields.set(key, { text: lines.join('\n').trim(), line });
  }
  finish();
  return fields;
}
