// Reads README.chromium, which describes the third-party code in a folder of Chromium and related projects.
// Format: https://chromium.googlesource.com/chromium/src/+/main/third_party/README.chromium.template
import type { PackageFinding } from '../../findings.ts';
import { type HeldPackage, heldPackage, numberedLines } from '../held.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

/** The line between the dependencies in one file. */
const DIVIDER = /^-{10,} DEPENDENCY DIVIDER -{10,}$/;
const FIELD = /^(Name|Short Name|URL|Version|Revision|License|CPEPrefix|Description):[ \t]*(.*)$/i;

export const chromiumReadme: ManifestMember = {
  name: 'chromium-readme',
  wants: (_, file) => file === 'README.chromium',
  read: (bytes) =>
    readSafely('The README.chromium', (problems) => {
      const found: PackageFinding[] = [];
      for (const fields of sectionsOf(textOf(bytes))) {
        const name = fields.get('name') ?? fields.get('short name');
        if (name === undefined || name.text === '') {
          problems.add('"Name" is missing; this dependency was left out.');
          continue;
        }
        const text = (field: string) => fields.get(field)?.text ?? '';
        const held: HeldPackage = {
          name: name.text,
          version: text('version') || versionOfCpe(text('cpeprefix')),
          revision: text('revision'),
          url: text('url').split(/\s/, 1)[0] ?? '',
          license: text('license'),
          description: text('description'),
          line: (fields.get('version') ?? name).line,
          folder: '',
        };
        const one = heldPackage(held, problems);
        if (one !== undefined) found.push(one);
      }
      return found;
    }),
};

type Fields = Map<string, { text: string; line: number }>;

/** The first value of each field counts, because later text is prose. */
function sectionsOf(text: string): Fields[] {
  const sections: Fields[] = [new Map()];
  for (const { text: content, line } of numberedLines(text)) {
    if (DIVIDER.test(content.trim())) sections.push(new Map());
    const [, name, value = ''] = FIELD.exec(content) ?? [];
    const fields = sections.at(-1);
    if (name !== undefined && fields !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), { text: value.trim(), line });
  }
  return sections;
}

/** `cpe:/a:zlib:zlib:1.2.11` */
function versionOfCpe(cpe: string): string {
  const parts = cpe.split(':');
  const at = parts[1] === '2.3' ? 5 : 4;
  return /[0-9]/.test(parts[at] ?? '') ? (parts[at] ?? '') : '';
}
