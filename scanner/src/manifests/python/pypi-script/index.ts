// Reads the metadata block of a single Python script: `# /// script`.
// Specification: PEP 723, https://packaging.python.org/en/latest/specifications/inline-script-metadata/
import { parse } from 'smol-toml';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asTexts, own, readSafely, textOf } from '../../shared/problems.ts';
import { parseRequirement } from '../../shared/pypi-requirement.ts';

const OPENING = '# /// script';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The metadata of the script', (problems): PackageFinding[] => {
      // Nearly all scripts have no block; one search finds this out.
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(OPENING) < 0) return [];
      const text = textOf(bytes);
      const block = blockOf(text);
      if (block === undefined) return [];
      const lineOf = createLineCursor(text);
      lineOf(OPENING);
      return asTexts(own(parse(block) as Record<string, unknown>, 'dependencies'), 'dependencies', problems).flatMap(
        (written) => {
          const wanted = parseRequirement(written, 'runtime', problems);
          if (wanted === undefined) return [];
          const { fullName, ...parts } = wanted;
          const line = lineOf(written);
          const made = packageOf(
            'pypi',
            fullName,
            { role: 'requires', ...parts, isDirect: true, ...(line === undefined ? {} : { line }) },
            problems,
          );
          return made === undefined ? [] : [made];
        },
      );
    }),
};

/** The TOML in the comments between `# /// script` and `# ///`; undefined if the block does not end. */
function blockOf(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const start = lines.indexOf(OPENING);
  if (start < 0) return undefined;
  let end = -1;
  // The last `# ///` of the comments ends the block, because a text in the block may contain one.
  for (let at = start + 1; at < lines.length && /^#( |$)/.test(lines[at] ?? ''); at++)
    if (lines[at] === '# ///') end = at;
  if (end < 0) return undefined;
  return lines
    .slice(start + 1, end)
    .map((line) => line.slice(2))
    .join('\n');
}
