// Reads README.chromium and its relatives of other companies, which describe the third-party code in their folder.
// Format: https://chromium.googlesource.com/chromium/src/+/main/third_party/README.chromium.template
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type HeldPackage, heldPackage, numberedLines } from '../../shared/held.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

/** The line between the dependencies in one file. */
const DIVIDER = /^-{10,} DEPENDENCY DIVIDER -{10,}$/;
const FIELD =
  /^(Name|Short Name|Project|Project Name|URL|Project URL|Home ?page|Website|Repo|Repository|Source|Upstream|Downloaded from|Download link|Version|Revision|Licen[sc]e|CPEPrefix|Description)[ \t]*:[ \t]*(.*)$/i;
/** Other words of such files for a field. */
const SAME_FIELDS = new Map([
  ['project', 'name'],
  ['project name', 'name'],
  ['project url', 'url'],
  ['homepage', 'url'],
  ['home page', 'url'],
  ['website', 'url'],
  ['repo', 'url'],
  ['repository', 'url'],
  ['source', 'url'],
  ['upstream', 'url'],
  ['downloaded from', 'download'],
  ['download link', 'download'],
  ['licence', 'license'],
]);

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The README of third-party code', (problems) => {
      const found: PackageFinding[] = [];
      for (const fields of sectionsOf(textOf(bytes))) {
        const text = (field: string) => fields.get(field)?.text ?? '';
        const origin = fields.get('url') ?? fields.get('download');
        const name = fields.get('name') ?? fields.get('short name') ?? namedBy(origin);
        if (name === undefined || name.text === '') {
          problems.add('"Name" is missing; this dependency was left out.');
          continue;
        }
        const held: HeldPackage = {
          name: name.text,
          version: text('version') || versionOfCpe(text('cpeprefix')),
          revision: text('revision'),
          url: (text('url') || text('download')).split(/\s/, 1)[0] ?? '',
          downloadUrl: text('download').split(/\s/, 1)[0] ?? '',
          license: text('license'),
          description: text('description'),
          line: name.line,
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
    const field = SAME_FIELDS.get(name?.toLowerCase() ?? '') ?? name?.toLowerCase();
    if (field !== undefined && fields !== undefined && !fields.has(field))
      fields.set(field, { text: value.trim(), line });
  }
  return sections;
}

/** The last part of the address, without version and ending: `https://example.org/thing-1.0.zip` names "thing". */
function namedBy(origin: { text: string; line: number } | undefined): { text: string; line: number } | undefined {
  const last = /^https?:\/\/[^/\s]+\/(?:[^\s?#]*\/)?([^\s/?#]+)/.exec(origin?.text ?? '')?.[1];
  if (origin === undefined || last === undefined) return undefined;
  const text = last.replace(/\.(git|zip|jar|tgz|tar(\.\w+)?)$/i, '').replace(/[-_]v?\d[\w.]*$/, '');
  return { text, line: origin.line };
}

/** `cpe:/a:zlib:zlib:1.2.11` */
function versionOfCpe(cpe: string): string {
  const parts = cpe.split(':');
  const at = parts[1] === '2.3' ? 5 : 4;
  return /[0-9]/.test(parts[at] ?? '') ? (parts[at] ?? '') : '';
}
