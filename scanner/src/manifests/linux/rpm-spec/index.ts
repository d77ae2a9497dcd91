// Reads the spec file of an RPM package as text. Fills in macros that the file itself defines; other macros make a
// value unknown.
// Format: https://rpm-software-management.github.io/rpm/manual/spec.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const TAG = /^([A-Za-z][A-Za-z0-9]{1,30})(?:\([^)]{0,50}\))?\s*:\s*(.*)$/;
const DEFINE = /^%(?:global|define)\s+(\w{1,100})\s+(.{0,2000})$/;
/** The end of the main package's preamble. */
const SECTION = /^%(description|package|prep|build|install|files|changelog)\b/;
const MAX_ROUNDS = 5;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The spec file', (problems): PackageFinding[] => {
      const macros = new Map<string, string>();
      const tags = new Map<string, string>();
      const wanted = new Map<string, ManifestRequirement>();
      let isInHead = true;
      let nameLine: number | undefined;
      const lines = textOf(bytes).split('\n');
      lines.forEach((raw, i) => {
        const line = raw.slice(0, 5000).trim();
        if (SECTION.test(line)) isInHead = false;
        const defined = DEFINE.exec(line);
        if (defined !== null && macros.size < 10_000) macros.set(defined[1] ?? '', defined[2] ?? '');
        const tag = TAG.exec(line);
        if (tag === null || !isInHead) return;
        const key = (tag[1] ?? '').toLowerCase();
        const value = filled((tag[2] ?? '').trim(), macros);
        const scope: DependencyScope | undefined =
          key === 'requires' ? 'runtime' : key === 'buildrequires' ? 'build' : undefined;
        if (scope !== undefined) addRequests(value, scope, i + 1, wanted);
        else if (!tags.has(key)) {
          tags.set(key, value);
          macros.set(key, value);
          if (key === 'name') nameLine = lineOfName(lines, i, value);
        }
      });
      const value = (key: string): string => known(tags.get(key) ?? '');
      // Other kinds of text files also end with .spec.
      if (value('name') === '') {
        if (tags.has('name') && tags.has('version'))
          problems.add(
            '"Name" of the spec file should use only macros that the file defines; nothing was read from it.',
          );
        return [];
      }
      const version = [value('version'), value('release')].filter((part) => part !== '').join('-');
      const self = {
        fullName: value('name'),
        role: 'declares' as const,
        version: value('version') === '' ? '' : version,
        qualifiers: { arch: 'src', epoch: value('epoch') === '0' ? '' : value('epoch') },
        declaredLicense: value('license'),
        description: value('summary'),
        homepageUrl: value('url'),
        downloadUrl: /^(https?|ftp):/.test(value('source0')) ? value('source0') : value('source'),
        ...(nameLine === undefined ? {} : { line: nameLine }),
      };
      return manifestFindings('rpm', self, [...wanted.values()], problems);
    }),
};

/**
 * The line that contains the name, from 1: that of the tag, or that of the definition of its macro. A name of several macros is nowhere in one
 * piece, so the tag counts.
 */
function lineOfName(lines: readonly string[], tagLine: number, name: string): number {
  if (lines[tagLine]?.includes(name)) return tagLine + 1;
  const at = lines.findIndex((line, i) => i < tagLine && DEFINE.exec(line.trim())?.[2]?.split(/\s+/).includes(name));
  return (at < 0 ? tagLine : at) + 1;
}

/** Fills in `%{name}`, `%name`, `%{?dist}`; an undefined optional macro becomes ''. */
function filled(text: string, macros: ReadonlyMap<string, string>): string {
  let value = text;
  for (let round = 0; round < MAX_ROUNDS && value.includes('%') && value.length < 5000; round++) {
    const next = value.replace(
      /%(?:\{([?!]{0,2})(\w{1,100})\}|(\?)?(\w{1,100}))/g,
      (whole, mark: string | undefined, braced, bare: string | undefined, word) => {
        const name = String(braced ?? word).toLowerCase();
        return (
          macros.get(String(braced ?? word)) ??
          macros.get(name) ??
          ((mark ?? '') !== '' || bare !== undefined ? '' : whole)
        );
      },
    );
    if (next === value) break;
    value = next;
  }
  return value;
}

function known(value: string): string {
  return value.includes('%') ? '' : value;
}

function addRequests(
  text: string,
  scope: DependencyScope,
  line: number,
  wanted: Map<string, ManifestRequirement>,
): void {
  for (const [, fullName = '', requirement = ''] of text.matchAll(
    /(?:^|[\s,])([\w.+-]{1,200})(?=$|[\s,])(?:\s+([<>=]{1,2}\s*[^\s,]{1,100}))?/g,
  )) {
    // Capabilities with parentheses, paths and macros are not packages.
    if (!/^[A-Za-z]/.test(fullName) || wanted.has(fullName)) continue;
    wanted.set(fullName, { fullName, requirement: known(requirement), version: '', scope, line });
  }
}
