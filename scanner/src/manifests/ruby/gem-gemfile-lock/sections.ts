// Parses the sections of a Gemfile.lock. The indentation shows the kind of a line: 2 for fields of a section, 4 for its
// gems, 6 for the requirements of a gem.

import { linesOf } from '../../shared/formats/lines.ts';
import { type Problems, quoted } from '../../shared/problems.ts';

type SourceKind = 'GIT' | 'PATH' | 'GEM' | 'PLUGIN SOURCE';

interface Source {
  kind: SourceKind;
  remote: string;
  revision: string;
}

interface Wanted {
  name: string;
  requirement: string;
  line: number;
}

export interface LockedGem {
  name: string;
  version: string;
  /** '' for gems of any platform. */
  platform: string;
  source: Source;
  line: number;
  wants: Wanted[];
}

export interface GemLockfile {
  gems: LockedGem[];
  /** The gems that the project itself requests. */
  wanted: Map<string, Wanted>;
  /** By `name version-platform`. */
  checksums: Map<string, string>;
  bundler: LockedGem | undefined;
}

const SOURCES: ReadonlySet<string> = new Set(['GIT', 'PATH', 'GEM', 'PLUGIN SOURCE']);
const SECTION = /^[A-Z][A-Z ]*$/;

interface Reading {
  lock: GemLockfile;
  section: string;
  source: Source;
  problems: Problems;
}

export function parseGemfileLock(text: string, problems: Problems): GemLockfile {
  const lock: GemLockfile = { gems: [], wanted: new Map(), checksums: new Map(), bundler: undefined };
  // If the part before the first heading is missing, the file begins with gems.
  const reading: Reading = { lock, section: 'GEM', source: noSource('GEM'), problems };
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.trimEnd();
    const content = line.trimStart();
    if (content === '') continue;
    const indent = line.length - content.length;
    if (indent === 0) beginSection(reading, content, number);
    else if (SOURCES.has(reading.section)) readSource(reading, indent, content, number);
    else if (reading.section === 'DEPENDENCIES') readWanted(reading, content, number);
    else if (reading.section === 'CHECKSUMS') readChecksum(reading, content);
    else if (reading.section === 'BUNDLED WITH') readBundler(reading, content, number);
  }
  return lock;
}

function beginSection(reading: Reading, content: string, number: number): void {
  if (!SECTION.test(content)) {
    const isConflict = /^[<=>|]{7}/.test(content);
    const what = isConflict ? 'an unresolved merge conflict' : quoted(content);
    // After a conflict marker the section continues; lines after an unknown heading belong to no section.
    if (!isConflict) reading.section = '';
    reading.problems.add(`Line ${number} should begin a section such as "GEM" but is ${what}; it was left out.`);
    return;
  }
  reading.section = content;
  if (SOURCES.has(content)) reading.source = noSource(content as SourceKind);
}

function readSource(reading: Reading, indent: number, content: string, number: number): void {
  const { source, lock, problems } = reading;
  if (indent < 4) {
    const [, key, value = ''] = /^([a-z_]+): ?(.*)$/.exec(content) ?? [];
    if (key === 'remote' && source.remote === '') source.remote = value;
    else if (key === 'revision') source.revision = value;
    else if (key === undefined) problems.add(`Line ${number} should be a field such as "remote:"; it was left out.`);
    return;
  }
  const entry = entryOf(content);
  if (entry === undefined || (indent < 6 && entry.inside === '')) {
    problems.add(`Line ${number} should be a gem such as "rake (13.0.6)" but is ${quoted(content)}; it was left out.`);
    return;
  }
  if (indent >= 6) {
    lock.gems.at(-1)?.wants.push({ name: entry.name, requirement: entry.inside, line: number });
    return;
  }
  const dash = entry.inside.indexOf('-');
  const version = dash < 0 ? entry.inside : entry.inside.slice(0, dash);
  const platform = dash < 0 ? '' : entry.inside.slice(dash + 1);
  lock.gems.push({ name: entry.name, version, platform, source, line: number, wants: [] });
}

/** `name (requirement)`, followed by `!` for gems that are not from the main source. */
function readWanted(reading: Reading, content: string, number: number): void {
  const entry = entryOf(content.replace(/!$/, ''));
  if (entry === undefined)
    reading.problems.add(
      `Line ${number} should be a gem such as "rake (>= 12)" but is ${quoted(content)}; it was left out.`,
    );
  else if (!reading.lock.wanted.has(entry.name))
    reading.lock.wanted.set(entry.name, { name: entry.name, requirement: entry.inside, line: number });
}

function readChecksum(reading: Reading, content: string): void {
  const end = content.indexOf(') ');
  const entry = end < 0 ? undefined : entryOf(content.slice(0, end + 1));
  const digest = /^([a-z0-9]+)=(\S+)$/.exec(content.slice(end + 2).split(',')[0] ?? '');
  if (entry !== undefined && digest !== null)
    reading.lock.checksums.set(`${entry.name} ${entry.inside}`, `${digest[1]}:${digest[2]}`);
}

function readBundler(reading: Reading, content: string, number: number): void {
  reading.lock.bundler = {
    name: 'bundler',
    version: content,
    platform: '',
    source: noSource('GEM'),
    line: number,
    wants: [],
  };
}

/** `name (inside)` or `name`. */
function entryOf(content: string): { name: string; inside: string } | undefined {
  const open = content.indexOf(' (');
  if (open < 0) return /^[\w.-]+$/.test(content) ? { name: content, inside: '' } : undefined;
  if (!content.endsWith(')')) return undefined;
  return { name: content.slice(0, open), inside: content.slice(open + 2, -1).trim() };
}

function noSource(kind: SourceKind): Source {
  return { kind, remote: '', revision: '' };
}
