// The folders of a code base during an upload, numbered in the order in which they appear: each folder after its parent. Stores only the name of each
// folder, so that long paths with many folders need no more memory than short ones.
import { detachedText } from '@assay/scanner/detached-text';

/** The root of the code base, which has no name. */
export const ROOT = 0;

export interface TreeFolder {
  number: number;
  /** Undefined for the root. */
  parent: number | undefined;
  name: string;
  path: string;
}

export class FolderTree {
  readonly #numbers = new Map<string, number>();
  readonly #parents: number[] = [-1];
  readonly #names: string[] = [''];
  #last = { path: '', number: ROOT };

  get size(): number {
    return this.#names.length;
  }

  /** Adds the folder of a file, with all its parents, and returns its number. */
  folderOfFile(path: string): number {
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    // Archives list the files of a folder one after the other.
    if (folder !== this.#last.path) this.#last = { path: folder, number: this.#add(folder) };
    return this.#last.number;
  }

  /** Undefined if the tree does not have the folder. */
  find(path: string): number | undefined {
    let number: number | undefined = ROOT;
    for (const part of partsOf(path)) {
      number = this.#numbers.get(key(number, part));
      if (number === undefined) return undefined;
    }
    return number;
  }

  /** All folders, each after its parent, beginning with the root. */
  *folders(): Generator<TreeFolder> {
    // Most folders are children or siblings of the one before, so their parent's path is known already.
    let before: TreeFolder | undefined;
    let around: Pick<TreeFolder, 'number' | 'path'> = { number: ROOT, path: '' };
    for (const [number, name] of this.#names.entries()) {
      const parent = number === ROOT ? undefined : this.#parents[number];
      if (before !== undefined && parent === before.number) around = before;
      else if (parent !== undefined && parent !== around.number)
        around = { number: parent, path: this.#pathOf(parent) };
      before = { number, parent, name, path: around.path === '' ? name : `${around.path}/${name}` };
      yield before;
    }
  }

  #add(path: string): number {
    let number = ROOT;
    for (const part of partsOf(path)) {
      const known = this.#numbers.get(key(number, part));
      number = known ?? this.#append(number, part);
    }
    return number;
  }

  #append(parent: number, part: string): number {
    const number = this.#names.length;
    const name = detachedText(part);
    this.#numbers.set(key(parent, name), number);
    this.#parents.push(parent);
    this.#names.push(name);
    return number;
  }

  #pathOf(number: number): string {
    const parts: string[] = [];
    for (let at = number; at !== ROOT; at = this.#parents[at] ?? ROOT) parts.push(this.#names[at] ?? '');
    return parts.reverse().join('/');
  }
}

function partsOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}

function key(parent: number, name: string): string {
  return `${parent}/${name}`;
}
