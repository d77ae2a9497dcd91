// Reads METADATA.bzl, which describes the third-party code in a folder of a repository that is built by Buck. The
// dictionary in it consists of texts and lists of texts, which YAML writes in the same way.
// Format: https://buck.build/concept/build_file.html (a file in Starlark; the keys are those of its users)
import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { heldPackage } from '../../shared/held.ts';
import { isEcosystem } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const DICTIONARY = /^METADATA[ \t]*=[ \t]*\{/m;
/** A valid file is shorter than a page. */
const MOST_CHARS = 65_536;

interface Entry {
  texts: string[];
  /** The place of its key in the text. */
  offset: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The METADATA.bzl', (problems) => {
      const text = textOf(bytes);
      const start = DICTIONARY.exec(text);
      if (start === null) return [];
      if (text.length > MOST_CHARS) throw new Error(`it has more than ${MOST_CHARS} characters`);
      const open = text.indexOf('{', start.index);
      const entries = entriesOf(text.slice(open, text.lastIndexOf('}') + 1));
      const value = (...names: string[]): string =>
        names.map((name) => entries.get(name)?.texts[0] ?? '').find((one) => one !== '') ?? '';
      const name = value('name');
      if (name === '') {
        problems.add('METADATA should have a text "name"; nothing was read.');
        return [];
      }
      const type = value('package_type');
      const found = heldPackage(
        {
          name,
          ...(isEcosystem(type) ? { type } : {}),
          version: value('version'),
          revision: value('vcs_commit_hash', 'upstream_hash'),
          url: value('vcs_url', 'upstream_address', 'homepage_url'),
          license: value('license_expression') || (entries.get('licenses')?.texts ?? []).join(' AND '),
          downloadUrl: value('download_url'),
          line: createLineCounter(text)(open + (entries.get('name')?.offset ?? 0)),
          folder: '',
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};

/** The entries whose values are texts or lists of texts. Code would be a plain text of YAML. */
function entriesOf(dictionary: string): Map<string, Entry> {
  const document = parseDocument(dictionary, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const entries = new Map<string, Entry>();
  if (!isMap(document.contents)) return entries;
  for (const pair of document.contents.items) {
    if (!isPair(pair) || !isScalar(pair.key)) continue;
    const values: unknown[] = isSeq(pair.value) ? pair.value.items : [pair.value];
    const texts = values.flatMap((item) =>
      isScalar(item) && item.type !== 'PLAIN' && typeof item.value === 'string' ? [item.value.trim()] : [],
    );
    entries.set(String(pair.key.value), { texts, offset: pair.key.range?.[0] ?? 0 });
  }
  return entries;
}
