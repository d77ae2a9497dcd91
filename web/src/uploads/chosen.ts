// What a person dropped or chose: archives as they are, and each folder as one tar.
import { countText } from '../elements/quantities.ts';
import { type PathedFile, tarOf } from './tar.ts';

export interface Chosen {
  files: File[];
  /** Sentences about what could not be taken. */
  faults: string[];
}

/** Called with the number of files that were found so far. */
export type OnFound = (count: number) => void;

const MOST_NAMED = 3;

/** Must be called in the event itself: the browser forgets the items after it. */
export async function chosenFrom(event: Event, onFound: OnFound): Promise<Chosen> {
  const transfer = (event as DragEvent).dataTransfer;
  if (!transfer) return { files: [...((event.target as HTMLInputElement | null)?.files ?? [])], faults: [] };
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map(entryOf);
  const files: File[] = [];
  const faults: string[] = [];
  for (const entry of entries) {
    if (entry instanceof File) files.push(entry);
    else if (entry !== undefined) {
      const walk = await walkFolder(entry, onFound);
      take(entry.name, walk.found, walk.unread, { files, faults });
    }
  }
  return { files, faults };
}

function entryOf(item: DataTransferItem): File | FileSystemDirectoryEntry | undefined {
  const entry = item.webkitGetAsEntry?.();
  if (entry?.isDirectory) return entry as FileSystemDirectoryEntry;
  return item.getAsFile() ?? undefined;
}

/** The files of a folder from a file picker, whose paths begin with the folder's name. */
export function chosenFolder(list: readonly File[]): Chosen {
  const chosen: Chosen = { files: [], faults: [] };
  const found = list.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const [first] = found;
  if (first === undefined) chosen.faults.push('The folder has no files, so there is nothing to upload.');
  else take(first.path.split('/')[0] ?? first.path, found, [], chosen);
  return chosen;
}

function take(name: string, found: PathedFile[], unread: string[], { files, faults }: Chosen): void {
  if (unread.length > 0) {
    const named = unread.slice(0, MOST_NAMED).join(', ');
    const more = unread.length > MOST_NAMED ? ` and ${countText(unread.length - MOST_NAMED)} more` : '';
    faults.push(`The browser could not read everything of the folder "${name}", so nothing of it was sent: ${named}${more}.`); // biome-ignore format: one claim
  } else if (found.length === 0) faults.push(`The folder "${name}" has no files, so there is nothing to upload.`);
  else files.push(tarOf(name, found));
}

async function walkFolder(root: FileSystemDirectoryEntry, onFound: OnFound) {
  const found: PathedFile[] = [];
  const unread: string[] = [];
  const open: FileSystemEntry[] = [root];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const path = entry.fullPath.replace(/^\/+/, '');
    try {
      if (entry.isDirectory) open.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
      else found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    } catch {
      unread.push(path);
    }
    onFound(found.length);
  }
  return { found, unread };
}

/** The browser gives them in parts, and an empty part at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject);
  });
