// A code base of many small files, each of which names a license and a holder. The tests themselves hold a scan in its middle, so the files need
// not be slow to analyse.
import { itemAt } from '@assay/scanner/items';
import type { TarEntry } from '../archives.ts';

const LICENSES =
  '0BSD AFL-3.0 Apache-2.0 BSD-2-Clause BSD-3-Clause BSL-1.0 EPL-2.0 GPL-2.0-only GPL-3.0-or-later ISC LGPL-2.1-only MIT MPL-2.0 Zlib'.split(
    ' ',
  );

/** Each file has different words; `salt` makes code bases different. */
export function manyFiles(count: number, salt = ''): TarEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `part-${index % 7}/file-${index}.txt`,
    content: `Copyright (c) ${1990 + (index % 30)} Holder ${index % 11}\nSPDX-License-Identifier: ${itemAt(LICENSES, index % LICENSES.length)}\nfile ${index} ${salt}\n`,
  }));
}
