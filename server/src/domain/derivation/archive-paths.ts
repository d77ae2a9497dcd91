// Paths of files inside archives, such as `lib/a.jar!/META-INF/LICENSE`. They exist only while an inventory is derived; people see the path of the
// archive.
import type { WantedInventory, WantedItem } from './inventory-findings.ts';

/** Path of a file inside an archive of the code base. */
export function pathInArchive(archive: string, inner: string): string {
  return `${archive}!/${inner}`;
}

/** Gives items the archives instead of the files inside them. */
export function tieToArchives(wanted: WantedInventory, archives: ReadonlySet<string>): WantedInventory {
  if (archives.size === 0) return wanted;
  return { ...wanted, items: wanted.items.map((item) => tieItem(item, archives)) };
}

function tieItem(item: WantedItem, archives: ReadonlySet<string>): WantedItem {
  const files = [...new Set(item.files.map((path) => archiveOf(path, archives) ?? path))].sort();
  // No license text can be read from an archive as a file.
  const licenseFiles = item.licenseFiles.filter((path) => archiveOf(path, archives) === undefined);
  return { ...item, files, licenseFiles };
}

/** The archive that contains a path. A folder of the code base may also have a name that ends with `!`. */
function archiveOf(path: string, archives: ReadonlySet<string>): string | undefined {
  for (let at = path.indexOf('!/'); at >= 0; at = path.indexOf('!/', at + 2)) {
    const archive = path.slice(0, at);
    if (archives.has(archive)) return archive;
  }
  return undefined;
}
