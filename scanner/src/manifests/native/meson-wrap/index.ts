// Reads wrap files of Meson: the subproject, its address and its version.
// Format: https://mesonbuild.com/Wrap-dependency-system-manual.html

import type { ManifestReader } from '../../member.ts';
import { heldPackage, numberedLines } from '../../shared/held.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The wrap file', (problems) => {
      const { kind, fields } = parseWrap(textOf(bytes));
      // A redirection points to a wrap file in a subproject, which is read separately.
      if (kind === 'wrap-redirect') return [];
      if (kind === '') {
        problems.add('A section "[wrap-file]" or "[wrap-git]" is missing; nothing was read.');
        return [];
      }
      const text = (name: string) => fields.get(name)?.text ?? '';
      const address = text('url') || text('source_url');
      const directory = text('directory');
      const { name, version } = divided(directory || baseOf(text('source_filename') || address));
      if (name === '') {
        problems.add('"directory", "url" and "source_url" are missing; nothing was read.');
        return [];
      }
      const found = heldPackage(
        {
          name,
          version: version || text('wrapdb_version').replace(/-[0-9]+$/, ''),
          revision: text('revision'),
          url: kind === 'wrap-file' ? '' : address,
          downloadUrl: kind === 'wrap-file' ? address : '',
          integrity: text('source_hash') === '' ? '' : `sha256:${text('source_hash')}`,
          line: fields.get(kind === 'wrap-file' ? 'directory' : 'revision')?.line,
          ...(directory === '' ? {} : { folder: directory }),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

interface Wrap {
  /** `wrap-file`, `wrap-git`, …; '' if the file has no such section. */
  kind: string;
  fields: Map<string, { text: string; line: number }>;
}

function parseWrap(text: string): Wrap {
  const fields: Wrap['fields'] = new Map();
  let kind = '';
  let section = '';
  for (const { text: content, line } of numberedLines(text)) {
    section = /^\s*\[([^\]]+)\]/.exec(content)?.[1]?.toLowerCase() ?? section;
    if (kind === '' && section.startsWith('wrap-')) kind = section;
    const equal = content.indexOf('=');
    if (equal > 0 && section === kind && kind !== '' && !/^\s*[#;[]/.test(content))
      fields.set(content.slice(0, equal).trim().toLowerCase(), { text: content.slice(equal + 1).trim(), line });
  }
  return { kind, fields };
}

/** `zlib-1.3.1` and `https://x/zlib-1.3.1.tar.gz` mean zlib in version 1.3.1. */
function divided(text: string): { name: string; version: string } {
  const [, name = text, version = ''] = /^(.+?)[-_]v?([0-9]+(?:[._][0-9A-Za-z]+){0,6})$/.exec(text) ?? [];
  return { name, version: version.replaceAll('_', '.') };
}

function baseOf(address: string): string {
  const base =
    address
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? '';
  return base.replace(/\.(?:git|zip|tgz|tar\.[a-z0-9]+)$/i, '');
}
