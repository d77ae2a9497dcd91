// Reads stanzas about third-party code in machine-readable copyright files: stanzas that name their own upstream
// project, or that describe files in a folder for third-party code. The license engine finds their licenses, as in
// every file.
// Specification: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
import type { PackageFinding } from '../../../findings.ts';
import { libraryCalled } from '../../../libraries/index.ts';
import type { ManifestReader } from '../../member.ts';
import { eachStanza, type Stanza } from '../../shared/formats/stanzas.ts';
import { heldPackage } from '../../shared/held.ts';
import { createProblems, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The copyright file', (problems) => {
      const text = textOf(bytes);
      // Other files with these names are prose.
      if (!/^Format(?:-Specification)?:.*(?:copyright-format|dep5|DEP-5|\/dep\/)/im.test(text.slice(0, 4096)))
        return [];
      // Paths are relative to the root of the sources. ../../packages/copies.ts knows that debian/copyright is one folder below it.
      const found = new Map<string, PackageFinding>();
      // People write these files by hand, so a line without a field is not reported.
      for (const stanza of eachStanza(text, FIELDS, createProblems())) {
        const one = heldBy(stanza, problems);
        // A library has several stanzas if its files have different licenses.
        if (one !== undefined && !found.has(`${one.purl}\n${one.folder}`)) found.set(`${one.purl}\n${one.folder}`, one);
      }
      return [...found.values()];
    }),
};

const FIELDS = new Set(['files', 'upstream-name', 'comment', 'source', 'license']);

/** Folders for third-party code, in which each library has a folder with its name. */
const THIRD_PARTY =
  /^(?:.*\/)?(?:third[-_]?party|3rd[-_]?party|vendor(?:ed)?|externals?|extern|deps|bundled|subprojects)\/([^/*?]+)/i;

function heldBy({ fields, lines }: Stanza, problems: Problems): PackageFinding | undefined {
  const files = fields.get('files');
  const line = lines.get('files');
  if (files === undefined || line === undefined) return undefined;
  const patterns = files.split(/\s+/).filter((pattern) => pattern !== '');
  const folder = commonFolder(patterns);
  if (folder === '') return undefined;
  const upstream = fields.get('upstream-name') ?? '';
  const comment = fields.get('comment') ?? '';
  const [whole, named = ''] = THIRD_PARTY.exec(folder) ?? [];
  // Go keeps vendored modules in folders named after hosts, and lists them in vendor/modules.txt.
  if (upstream === '' && whole !== folder && HOST.test(named)) return undefined;
  const { name: folderName, version } = nameInFile(named);
  // A comment can be any sentence; for folders of third-party code it usually is the name.
  const names = [upstream, whole !== undefined && isName(comment) ? comment : '', folderName].filter(
    (one) => one !== '',
  );
  const name = names.find((one) => libraryCalled(one) !== undefined) ?? names[0];
  if (name === undefined) return undefined;
  return heldPackage(
    {
      name,
      version,
      url: (fields.get('source') ?? '').split(/\s/, 1)[0] ?? '',
      license: firstLine(fields.get('license') ?? ''),
      line,
      folder:
        isName(comment) && areOneLibrary(patterns)
          ? commonFolder(patterns.slice(0, 1))
          : upstream === '' && whole !== undefined
            ? whole
            : folder,
    },
    problems,
  );
}

const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/;
const ENDING = /(?:\.min)?\.(?:js|css|cc?|cpp|hh?|hpp|py|java)$/;

/** A file such as `jquery-2.2.0.min.js` is named after its library, often with the version. */
function nameInFile(file: string): { name: string; version: string } {
  const bare = file.replace(ENDING, '');
  const [ending = '', version = ''] = (bare === file ? null : /[-_.]v?([0-9]+(?:\.[0-9]+)+)$/.exec(bare)) ?? [];
  return { name: bare.slice(0, bare.length - ending.length), version };
}

function isName(comment: string): boolean {
  return comment !== '' && comment.length <= 60 && !comment.includes('\n') && !/[.:;]$|[,;] /.test(comment);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/**
 * `misc/pcg.cpp misc/pcg.h`: a library that shares a folder with others. It is identified by its first file, as in
 * other lists.
 */
function areOneLibrary(patterns: readonly string[]): boolean {
  const stems = new Set(patterns.map((pattern) => pattern.replace(/\.\w+$/, '')));
  return stems.size === 1 && patterns.every((pattern) => /\.\w+$/.test(pattern) && !/[*?]/.test(pattern));
}

/** The folder that all patterns share, '' for the root. A pattern for a single file is used as it is. */
function commonFolder(patterns: readonly string[]): string {
  const [first, ...others] = patterns.map((pattern) => {
    const path = pattern.replace(/^\.\//, '').replace(/[*?].*$/, '*');
    return path.endsWith('*')
      ? path
          .slice(0, path.lastIndexOf('/') + 1)
          .split('/')
          .slice(0, -1)
      : path.split('/');
  });
  if (first === undefined) return '';
  let shared = first.length;
  for (const segments of others) {
    let same = 0;
    while (same < shared && segments[same] === first[same]) same++;
    shared = same;
  }
  return first.slice(0, shared).join('/');
}
