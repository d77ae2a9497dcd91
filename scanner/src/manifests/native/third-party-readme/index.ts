// Reads the README of a folder with third-party code, in the format of Godot and others: a heading or list item for
// each library, followed by its origin, version and license; or a table with a row for each library. Prose in between is skipped.
// Example: https://github.com/godotengine/godot/blob/master/thirdparty/README.md
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { heldPackage, numberedLines } from '../../shared/held.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { type Column, type TableRow, tableRows } from './tables.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of third-party code', (problems) => {
      const text = textOf(bytes);
      const rows = tableRows(text).flatMap((row) => heldInRow(row, problems) ?? []);
      return rows.length > 0 ? rows : entriesOf(text).flatMap((entry) => heldBy(entry, problems) ?? []);
    }),
};

interface Entry {
  title: string;
  /** The heading above the item; '' for headings. */
  section: string;
  /** For headings: the folder that a heading above names; '' if none does. */
  within: string;
  line: number;
  fields: Map<string, { text: string; line: number }>;
}

/** The labels that authors use for each field. */
const FIELDS: Readonly<Record<string, string>> = {
  upstream: 'url',
  url: 'url',
  source: 'url',
  website: 'url',
  homepage: 'url',
  'home page': 'url',
  repository: 'url',
  repo: 'url',
  origin: 'url',
  version: 'version',
  release: 'version',
  tag: 'version',
  commit: 'revision',
  revision: 'revision',
  license: 'license',
  licence: 'license',
};

const FIELD = /^\s*(?:[-*+•]\s+)?(?:\*\*|__)?([A-Za-z][A-Za-z ]{1,12}?)(?:\*\*|__)?\s*:(?:\*\*|__)?\s+(\S.*)$/;
const HEADING = /^(#{1,6})[ \t]+(\S.{0,200})$/;
/** An item for files or a folder: "- `fastlz.{c,h}`". */
const ITEM = /^\s*[-*+•]\s+`([^`]{1,120})`\s*:?$/;

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  const around: Heading[] = [];
  let before = '';
  let entry: Entry | undefined;
  const begin = (title: string, line: number, place: { section?: string; within?: string }) => {
    entry = { title, section: '', within: '', ...place, line, fields: new Map() };
    entries.push(entry);
  };
  for (const { text: content, line } of numberedLines(text)) {
    const heading = headingOf(content, before);
    const item = ITEM.exec(content)?.[1];
    const [, name = '', value = ''] = FIELD.exec(content) ?? [];
    const field = Object.hasOwn(FIELDS, name.toLowerCase()) ? FIELDS[name.toLowerCase()] : undefined;
    if (heading !== undefined) {
      while ((around.at(-1)?.level ?? 0) >= heading.level) around.pop();
      begin(heading.title, line, { within: folderAbove(around) });
      around.push(heading);
    } else if (item !== undefined) begin(item, line, { section: sectionOf(around) });
    else if (field !== undefined && entry !== undefined && !entry.fields.has(field))
      entry.fields.set(field, { text: value.trim(), line });
    before = content;
  }
  return entries;
}

interface Heading {
  title: string;
  level: number;
}

function headingOf(content: string, before: string): Heading | undefined {
  const [, marks = '', written = ''] = HEADING.exec(content) ?? [];
  const underlined = /^(?:=|-){3,}\s*$/.test(content) ? before.trim().slice(0, 200) : '';
  const title = written.replace(/[ \t#]+$/, '') || underlined;
  if (title === '') return undefined;
  return { title, level: marks.length || (content.startsWith('=') ? 1 : 2) };
}

/**
 * The outermost heading below the title of the list names the folder; headings below it group the files of this folder.
 */
function sectionOf(around: readonly Heading[]): string {
  return folderAbove(around) || (around.at(-1)?.title ?? '');
}

function folderAbove(around: readonly Heading[]): string {
  return around.find(({ title, level }) => level > 1 && pathOf(title) !== '')?.title ?? '';
}

/** A row of a table. "?" means that the authors do not know the version. */
function heldInRow({ line, cells }: TableRow, problems: Problems): PackageFinding | undefined {
  const text = (column: Column) => cells.get(column) ?? '';
  const [, label = text('name'), target = ''] = /^\[([^\]]+)\]\(([^)]*)\)/.exec(text('name')) ?? [];
  const name = label.replace(/[`*]/g, '').trim();
  const url = /https?:\/\/[^\s)>\]]+/.exec(`${text('url')} ${target}`)?.[0] ?? '';
  const folder = pathOf(text('folder').replace(/[`*]/g, '').replace(/^\.\//, '')) || pathOf(name.replace(/ /g, '-'));
  if (name === '') return undefined;
  return heldPackage(
    {
      name,
      url,
      version: /[0-9]/.test(text('version')) ? text('version') : '',
      license: text('license').replace(/\s*\(.*$/, ''),
      line,
      ...(folder === '' ? {} : { folder }),
    },
    problems,
  );
}

/** An entry counts as a library if it states an origin, or a version and a license. */
function heldBy({ title, section, within, line, fields }: Entry, problems: Problems): PackageFinding | undefined {
  const text = (field: string) => fields.get(field)?.text ?? '';
  const url = /https?:\/\/[^\s)>\]]+/.exec(text('url'))?.[0] ?? '';
  if (url === '' && (text('version') === '' || text('license') === '')) return undefined;
  const written = title
    .replace(/^\[([^\]]+)\]\([^)]*\)$/, '$1')
    .replace(/`/g, '')
    .replace(/^(\*+)(.*?)\1$/, '$2')
    .trim();
  const isPattern = written.includes('*');
  const plain = written.replace(/\*+/g, '');
  // Files such as "fastlz.{c,h}", "stb_image.h" and "DroidSans*.ttf" have the name of their library.
  const isOfFiles = section !== '' || isPattern;
  const name = isOfFiles ? plain.replace(/^.*\//, '').replace(/\.(?:\{.*|[A-Za-z]{1,4})$/, '') : plain;
  const path =
    section === ''
      ? plain
      : [pathOf(section), plain.replace(/\.\{([^,}]*).*$/, '.$1')].filter((one) => one !== '').join('/');
  return heldPackage(
    {
      name,
      url,
      version: text('version'),
      revision: text('revision'),
      license: text('license').replace(/\s*\(.*$/, ''),
      line,
      ...(isPattern || pathOf(path) === '' ? {} : { folder: path.replace(/\/$/, '') }),
      ...(pathOf(within) === '' ? {} : { within: pathOf(within) }),
    },
    problems,
  );
}

/** A title counts only if it can be the name of a folder. */
function pathOf(title: string): string {
  return /^[\w.+@-]+(?:\/[\w.+@-]+)*\/?$/.test(title) ? title.replace(/\/$/, '') : '';
}
