// Reads requirements files of pip, including the pinned ones of pip-compile.
// Format: https://pip.pypa.io/en/stable/reference/requirements-file-format/
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';
import { parseRequirement } from '../pypi-requirement.ts';

export const pypiRequirements: ManifestMember = {
  name: 'pypi-requirements',
  wants: (path, file) =>
    /^requirements.*\.(txt|in|pip)$/i.test(file) ||
    /(^|\/)requirements\/[^/]+\.(txt|in)$/i.test(path) ||
    /^(.+-)?constraints\.txt$/i.test(file),
  read: (bytes) =>
    readSafely('The requirements file', (problems) => {
      const findings: PackageFinding[] = [];
      for (const { text, via } of logicalLines(textOf(bytes))) {
        // Options, other files and addresses name no package of the registry.
        if (text.startsWith('-') || /^[\w+]+:\/\//.test(text) || /^\.{0,2}\//.test(text)) continue;
        const [, requirementText = text, options = ''] = /^(.*?)(\s--.*)?$/s.exec(text) ?? [];
        const wanted = parseRequirement(requirementText, 'runtime', problems);
        if (wanted === undefined) continue;
        const found = packageOf(
          'pypi',
          wanted.fullName,
          {
            role: 'requires',
            version: wanted.version,
            // pip-compile notes which package requested a line; a request by a file (`-r`) is the project's own.
            isDirect: via === '' || /(^|\s|,)-r\s/.test(via),
            integrity: /--hash=(\S+)/.exec(options)?.[1] ?? '',
            downloadUrl: wanted.requirement.startsWith('@') ? wanted.requirement.slice(1).trim() : '',
          },
          problems,
        );
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};

/** Lines with their continuations, without comments; `via` is the requester that comments after a line name. */
function logicalLines(text: string): { text: string; via: string }[] {
  const lines: { text: string; via: string }[] = [];
  let unfinished = '';
  let isVia = false;
  for (const raw of text.split('\n')) {
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
    if (line.endsWith('\\')) {
      unfinished += `${line.slice(0, -1)} `;
      continue;
    }
    const whole = unfinished + line;
    unfinished = '';
    const via = /\s#\s*via\s+(.*)$/.exec(whole)?.[1] ?? '';
    const content = whole.replace(/(^|\s)#.*$/, '').trim();
    if (content !== '') lines.push({ text: content, via });
  }
  if (unfinished.trim() !== '') lines.push({ text: unfinished.trim(), via: '' });
  return lines;
}
