// A code base that takes some seconds to analyse, so that a test can act in the middle of a scan.
import { licenseLibrary } from '@assay/scanner/licenses';
import type { TarEntry } from '../archives.ts';

/** Whole license texts. Each file has different words; `salt` makes code bases different. */
export function slowFiles(count: number, salt = ''): TarEntry[] {
  const texts = licenseLibrary()
    .map(({ text }) => text)
    .filter((text) => text.length > 5000 && text.length < 40_000);
  return Array.from({ length: count }, (_, index) => ({
    name: `part-${index % 7}/file-${index}.txt`,
    content: `Copyright (c) ${1990 + (index % 30)} Holder ${index % 11}\n${texts[index % texts.length]}\nfile ${index} ${salt}\n`,
  }));
}
