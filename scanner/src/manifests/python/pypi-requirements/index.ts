// Reads requirements files of pip, including the pinned ones of pip-compile.
// Format: https://pip.pypa.io/en/stable/reference/requirements-file-format/
import type { NamedManifest } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { linesOf } from '../../shared/formats/lines.ts';
import { definitionsOf, packageOf } from '../../shared/identity.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { parseRequirement } from '../../shared/pypi-requirement.ts';
import { addressed, isAddress } from './addresses.ts';

/** `-r base.txt` and `-c constraints.txt`, also without a blank between them. */
const OPTION = /^(-r|--requirements?|-c|--constraints?)[\s=]*(.+)$/;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The requirements file', (problems) => {
      const findings: PackageFinding[] = [];
      const includes = new Set<string>();
      const constraints = new Set<string>();
      for (const { text: written, via, line } of logicalLines(textOf(bytes))) {
        const [, option, file = ''] = OPTION.exec(written) ?? [];
        if (option !== undefined) (/^--?c/.test(option) ? constraints : includes).add(unquoted(file));
        const asked = written.replace(/^(-e|--editable)[\s=]+/, '');
        // `pkg @ git+…` and `git+…#egg=pkg` name a package, other lines only an address or a folder.
        const text = eggOf(asked) ?? asked;
        if (text.startsWith('-')) continue;
        if (isAddress(text)) {
          findings.push(...addressedBy(text, isDirect(via), line, problems));
          continue;
        }
        const [, requirementText = text, options = ''] = /^(.*?)(\s--.*)?$/s.exec(text) ?? [];
        const wanted = parseRequirement(requirementText, 'runtime', problems);
        if (wanted === undefined) continue;
        const found = packageOf(
          'pypi',
          wanted.fullName,
          {
            role: 'requires',
            version: wanted.version,
            requirement: wanted.requirement,
            scope: wanted.scope,
            line,
            isDirect: isDirect(via),
            integrity: /--hash=(\S+)/.exec(options)?.[1] ?? '',
            downloadUrl: /(?:^|\s)@\s*(.*)$/s.exec(wanted.requirement)?.[1] ?? '',
            ...(wanted.extras === undefined ? {} : { extras: wanted.extras }),
            ...(wanted.marker === undefined ? {} : { marker: wanted.marker }),
          },
          problems,
        );
        if (found !== undefined) findings.push(found);
      }
      if (includes.size + constraints.size === 0) return findings;
      const requirements = { includes: [...includes], constraints: [...constraints] };
      return [...findings, definitionsOf('pypi', { requirements })];
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return NAMES_FILES.test(text) ? logicalLines(text).flatMap(namedBy) : [];
  },
};

/** pip-compile writes which package requested a line. A request by a file (`-r`) is a direct request of the project. */
function isDirect(via: string): boolean {
  return via === '' || /(^|\s|,)-r\s/.test(via);
}

function addressedBy(text: string, isWanted: boolean, line: number, problems: Problems): PackageFinding[] {
  const found = addressed(text);
  if (found === 'unnamed')
    problems.add(`${quoted(text)} should name its package with "#egg=" or in front of the address; it was left out.`);
  if (found === undefined || found === 'unnamed') return [];
  const { type, fullName, ...parts } = found;
  return [packageOf(type, fullName, { role: 'requires', ...parts, line, isDirect: isWanted }, problems)].filter(
    (one) => one !== undefined,
  );
}

const NAMES_FILES = /^[ \t]*(?:-[rc]|--(?:requirement|constraint))/m;

/** pip splits options as a shell does. */
function unquoted(text: string): string {
  return /^(["'])(.*)\1$/.exec(text.trim())?.[2] ?? text.trim();
}

function namedBy({ text, line }: { text: string; line: number }): NamedManifest | [] {
  const file = OPTION.exec(text)?.[2];
  return file === undefined ? [] : { path: unquoted(file), manifest: 'pypi-requirements', line };
}

/** Rewrites `git+https://x.org/a.git@1.0#egg=a` as `a @ git+https://…`. */
function eggOf(text: string): string | undefined {
  const [, address, name] = /^([\w+]+:\/\/[^\s#]+)#(?:[^\s]*&)?egg=([A-Za-z0-9._-]+)/.exec(text) ?? [];
  return name === undefined ? undefined : `${name} @ ${address}`;
}

/**
 * Joins continued lines and removes comments. `via` is the package that requested the line, according to the comments
 * after it.
 */
function logicalLines(text: string): { text: string; via: string; line: number }[] {
  const lines: { text: string; via: string; line: number }[] = [];
  let number = 0;
  let first = 0;
  let unfinished = '';
  let isVia = false;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = raw.trimEnd();
    const comment = /^\s+#\s*(.*)$/.exec(line)?.[1];
    if (comment !== undefined && unfinished === '') {
      const last = lines.at(-1);
      if (comment.startsWith('via')) isVia = true;
      if (isVia && last !== undefined) last.via += ` ${comment.replace(/^via\s*/, '')}`;
      continue;
    }
    isVia = false;
    if (/^\s*#/.test(line)) continue;
    if (unfinished === '') first = number;
    if (line.endsWith('\\')) {
      unfinished += `${line.slice(0, -1)} `;
      continue;
    }
    const whole = unfinished + line;
    unfinished = '';
    const via = /\s#\s*via\s+(.*)$/.exec(whole)?.[1] ?? '';
    const content = whole.replace(/(^|\s)#.*$/, '').trim();
    if (content !== '') lines.push({ text: content, via, line: first });
  }
  if (unfinished.trim() !== '') lines.push({ text: unfinished.trim(), via: '', line: first });
  return lines;
}
