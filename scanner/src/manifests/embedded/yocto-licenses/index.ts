// Reads license.manifest, which Yocto writes for each image: the packages in it, with version, recipe and license.
// Format: https://docs.yoctoproject.org/dev-manual/licenses.html

import type { PackageFinding } from '../../../findings.ts';
import { piecesOf } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

interface Block {
  values: Map<string, string>;
  line: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The license.manifest', (problems): PackageFinding[] =>
      readBlocks(textOf(bytes)).flatMap(({ values, line }) => {
        const name = values.get('PACKAGE NAME') ?? '';
        if (name === '') {
          problems.add(`The block at line ${line} should have a "PACKAGE NAME"; it was left out.`);
          return [];
        }
        const recipe = values.get('RECIPE NAME') ?? '';
        const found = packageOf(
          'yocto',
          name,
          {
            role: 'locks',
            isPresent: true,
            version: values.get('PACKAGE VERSION') ?? '',
            qualifiers: { upstream: recipe === name ? '' : recipe },
            declaredLicense: licenseInWords(values.get('LICENSE') ?? ''),
            line,
          },
          problems,
        );
        return found ?? [];
      }),
    ),
};

/** `KEY: value` lines; a blank line ends a block. */
function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  text.split('\n').forEach((raw, i) => {
    const line = raw.trim();
    const colon = line.indexOf(':');
    if (line === '') block = undefined;
    if (colon < 1) return;
    if (block === undefined) {
      block = { values: new Map(), line: i + 1 };
      blocks.push(block);
    }
    block.values.set(line.slice(0, colon), line.slice(colon + 1).trim());
  });
  return blocks;
}

/** BitBake writes "and" as "&" and "or" as "|". */
export function licenseInWords(license: string): string {
  return piecesOf(piecesOf(license, '&').join(' AND '), '|').join(' OR ');
}
