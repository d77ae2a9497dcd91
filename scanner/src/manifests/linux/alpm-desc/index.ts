// Reads `desc` of the database of installed packages of pacman (Arch Linux): var/lib/pacman/local/NAME-VERSION/desc.
// Format: https://gitlab.archlinux.org/pacman/pacman/-/blob/master/lib/libalpm/be_local.c
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { quoted, readSafely, textOf } from '../../shared/problems.ts';
import { bareName, joinLicenses, needOf } from '../alpm-fields.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The desc of pacman', (problems): PackageFinding[] => {
      const { sections, lines } = readSections(textOf(bytes));
      const first = (name: string): string => sections.get(name)?.[0] ?? '';
      const name = first('NAME');
      if (name === '') {
        problems.add('A desc of pacman should have a %NAME%; nothing was read from it.');
        return [];
      }
      if (first('VERSION') === '') problems.add(`The package ${quoted(name)} should have a %VERSION%; it has none.`);
      const provides = (sections.get('PROVIDES') ?? []).map(bareName);
      const installed: Installed = {
        fullName: `arch/${name}`,
        name,
        version: first('VERSION'),
        qualifiers: { arch: first('ARCH'), upstream: first('BASE') === name ? '' : first('BASE') },
        declaredLicense: joinLicenses(sections.get('LICENSE') ?? []),
        description: first('DESC'),
        homepageUrl: first('URL'),
        supplier: first('PACKAGER'),
        integrity: first('SHA256SUM') === '' ? '' : `sha256:${first('SHA256SUM')}`,
        // 1 means that the package was installed only because another package needs it.
        ...(sections.has('INSTALLDATE') ? { isDirect: first('REASON') !== '1' } : {}),
        line: lines.get('NAME'),
        provides,
        needs: (sections.get('DEPENDS') ?? []).map((text) => needOf(text, lines.get('DEPENDS'))),
      };
      // The package that provides a library (`libx.so`) is described by another file: packages/present.ts finds it.
      const findings = installedFindings('alpm', [installed], problems, (other) =>
        /^[\w@.+-]+$/.test(other) ? `arch/${other}` : undefined,
      );
      return provides.length === 0 ? findings : findings.map((found) => ({ ...found, provides }));
    }),
};

function readSections(text: string): { sections: Map<string, string[]>; lines: Map<string, number> } {
  const sections = new Map<string, string[]>();
  const lines = new Map<string, number>();
  let values: string[] | undefined;
  text.split('\n').forEach((raw, i) => {
    const line = raw.trim();
    const heading = line.length < 100 ? /^%([A-Z0-9]+)%$/.exec(line)?.[1] : undefined;
    if (heading !== undefined) {
      values = [];
      if (sections.has(heading)) return;
      sections.set(heading, values);
      // The value is on the next lines.
      lines.set(heading, i + 2);
    } else if (line !== '') values?.push(line);
  });
  return { sections, lines };
}
