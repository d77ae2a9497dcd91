// The scan as tables for people: licenses, languages, packages, and the licensed files that belong to no package.
import { itemAt } from '../../items.ts';
import type { ScanItem } from '../../scan/index.ts';
import { printable } from '../printable.ts';
import type { ScanSubject } from './subject.ts';

/** A license may have thousands of files; the table lists the first ones and their number. */
const MOST_PATHS = 5;

type Alignment = 'left' | 'right';

export async function* formatTable(
  items: AsyncIterable<ScanItem>,
  { name }: ScanSubject,
): AsyncGenerator<string, void> {
  const languages = new Map<string, { files: number; code: number; comment: number; blank: number }>();
  const holders = new Map<string, number>();
  for await (const item of items) {
    if (item.type === 'file') {
      const { language, lines, copyrights } = item.facts;
      if (language !== '') {
        const sum = languages.get(language) ?? { files: 0, code: 0, comment: 0, blank: 0 };
        languages.set(language, {
          files: sum.files + 1,
          code: sum.code + lines.code,
          comment: sum.comment + lines.comment,
          blank: sum.blank + lines.blank,
        });
      }
      for (const holder of new Set(copyrights.map((found) => found.holder)))
        if (holder !== '') holders.set(holder, (holders.get(holder) ?? 0) + 1);
    } else if (item.type === 'inventory') {
      const { files, sizeBytes, licenses, components, licenseOnly, primaryLicense } = item.inventory;
      yield `${printable(name)}: ${count(files)} files, ${(sizeBytes / 1e6).toFixed(1)} MB\n`;
      yield `Primary license: ${printable(primaryLicense.expression || 'none')} (${printable(primaryLicense.reasons.join('; '))})\n`;
      yield* section(
        'Licenses found',
        ['LICENSE', 'FILES'],
        licenses.map((found) => [found.expression, count(found.files)]),
        ['left', 'right'],
      );
      yield* section(
        'Languages',
        ['LANGUAGE', 'FILES', 'CODE', 'COMMENT', 'BLANK'],
        mostFirst([...languages], ([, sum]) => sum.code).map(([language, sum]) => [
          language,
          ...[sum.files, sum.code, sum.comment, sum.blank].map(count),
        ]),
        ['left', 'right', 'right', 'right', 'right'],
      );
      yield* section(
        'Copyright holders',
        ['HOLDER', 'FILES'],
        mostFirst([...holders], ([, found]) => found).map(([holder, found]) => [holder, count(found)]),
        ['left', 'right'],
      );
      yield* section(
        'Packages',
        ['PACKAGE', 'PRIMARY LICENSE', 'FOUND IN'],
        components.map((found) => [found.purl, found.primaryLicense.expression, paths(found.files)]),
      );
      yield* section(
        'Licensed files of no package',
        ['LICENSE', 'FILES'],
        licenseOnly.map((found) => [found.expression, paths(found.files)]),
      );
    }
  }
}

function* section(
  title: string,
  head: string[],
  found: string[][],
  alignment: Alignment[] = [],
): Generator<string, void> {
  const rows = found.map((row) => row.map(printable));
  yield `\n${title}${rows.length === 0 ? ': none' : ` (${count(rows.length)})`}\n`;
  if (rows.length === 0) return;
  const widths = head.map((cell, column) =>
    rows.reduce((widest, row) => Math.max(widest, itemAt(row, column).length), cell.length),
  );
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) => {
      if (alignment[column] === 'right') return cell.padStart(itemAt(widths, column));
      return column === row.length - 1 ? cell : cell.padEnd(itemAt(widths, column));
    });
    yield `  ${cells.join('  ').trimEnd()}\n`;
  }
}

function mostFirst<T>(items: T[], of: (item: T) => number): T[] {
  return items.sort((a, b) => of(b) - of(a));
}

function paths(all: readonly string[]): string {
  const more = all.length - MOST_PATHS;
  return all.slice(0, MOST_PATHS).join(', ') + (more > 0 ? ` and ${count(more)} more` : '');
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
