// The stored files of items with licenses that require source, below "sources" in the archive.
import { valueFor } from '@assay/scanner/items';
import type { FileOut } from '../../documents/document.ts';
import { requiresSource } from '../../domain/licenses/license-obligations.ts';
import type { ReportSource } from '../report.ts';
import type { NoticeEntry } from './entry.ts';

export async function* sourceBundle(source: ReportSource, entries: readonly NoticeEntry[]): AsyncGenerator<FileOut> {
  const owed = new Map(
    entries.filter(({ expression }) => requiresSource(expression)).map((entry) => [entry.id, entry]),
  );
  for await (const { itemId, path, content } of source.sourceFiles([...owed.keys()]))
    yield { name: `sources/${itemId}-${safeName(valueFor(owed, itemId).name)}/${safePath(path)}`, content };
}

function safeName(name: string): string {
  return name
    .toWellFormed()
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .slice(0, 80);
}

/** Keeps every path inside the folder into which the archive is unpacked. */
export function safePath(path: string): string {
  const parts = path
    .toWellFormed()
    .replace(/[\u0000-\u001f\\:]/g, '_')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? '__' : part));
  return parts.join('/') || '_';
}
