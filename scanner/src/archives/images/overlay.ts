// Which files of a layer are seen in an image: layers are laid over each other from the uppermost to the lowest, so that a file is delivered once and
// nothing that a higher layer replaces or removes is delivered at all. Pure.
// OCI Image Format Specification 1.1, "Image Layer Filesystem Changeset".

const LEAF = 1;
const FOLDER = 2;
/** What lower layers have in this folder is gone. */
const OPAQUE = 4;

const WHITEOUT = '.wh.';
const NOTES = '.wh..wh.';
const OPAQUE_WHITEOUT = '.wh..wh..opq';

/** What the name of an entry says: a file of the image, the removal of a path of lower layers, or notes of a program that are no file. */
export type LayerName =
  | { type: 'file'; path: string }
  | { type: 'removed'; path: string }
  | { type: 'emptied'; folder: string }
  | { type: 'note' };

export function layerName(path: string): LayerName {
  const at = path.lastIndexOf('/') + 1;
  const name = path.slice(at);
  // AUFS keeps notes of its own in such folders.
  if (
    path
      .slice(0, at)
      .split('/')
      .some((part) => part.startsWith(NOTES))
  )
    return { type: 'note' };
  if (!name.startsWith(WHITEOUT)) return { type: 'file', path };
  if (name === OPAQUE_WHITEOUT) return { type: 'emptied', folder: path.slice(0, Math.max(0, at - 1)) };
  // And under such names. A whiteout of "." or ".." removes nothing.
  if (name.startsWith(NOTES) || /^\.wh\.\.{0,2}$/.test(name)) return { type: 'note' };
  return { type: 'removed', path: path.slice(0, at) + name.slice(WHITEOUT.length) };
}

/** What higher layers say about the paths of lower ones. A layer says nothing about its own paths: `endLayer` comes between two layers. */
export class Overlay {
  readonly #known = new Map<string, number>();
  #own = new Map<string, number>();
  #lastFolder: { path: string; isHidden: boolean } | undefined;

  /** Whether a file or link of the current layer is seen; it is then noted, and hides what lower layers have at its place and below. */
  addLeaf(path: string): boolean {
    const isHidden = ((this.#known.get(path) ?? 0) & (LEAF | FOLDER)) !== 0 || this.#isBelowHidden(path);
    if (isHidden) return false;
    this.#note(path, LEAF);
    this.#noteFoldersAround(path);
    return true;
  }

  addFolder(path: string): void {
    if (((this.#known.get(path) ?? 0) & LEAF) !== 0 || this.#isBelowHidden(path)) return;
    this.#note(path, FOLDER);
    this.#noteFoldersAround(path);
  }

  remove(path: string): void {
    this.#note(path, LEAF);
  }

  empty(folder: string): void {
    this.#note(folder, OPAQUE);
  }

  endLayer(): void {
    for (const [path, flags] of this.#own) this.#known.set(path, (this.#known.get(path) ?? 0) | flags);
    this.#own = new Map();
    this.#lastFolder = undefined;
  }

  /** Whether nothing of the layers below can be seen. */
  isClosed(): boolean {
    return ((this.#known.get('') ?? 0) & OPAQUE) !== 0;
  }

  #note(path: string, flag: number): void {
    this.#own.set(path, (this.#own.get(path) ?? 0) | flag);
  }

  #noteFoldersAround(path: string): void {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (((this.#own.get(folder) ?? 0) & FOLDER) !== 0) return;
      this.#note(folder, FOLDER);
    }
  }

  /** Files of one folder usually come in sequence. */
  #isBelowHidden(path: string): boolean {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (this.#lastFolder?.path === folder) return this.#lastFolder.isHidden;
    const isHidden = this.#hidesBelow(folder);
    this.#lastFolder = { path: folder, isHidden };
    return isHidden;
  }

  #hidesBelow(folder: string): boolean {
    for (let around = folder; around !== ''; around = around.slice(0, Math.max(0, around.lastIndexOf('/'))))
      if (((this.#known.get(around) ?? 0) & (LEAF | OPAQUE)) !== 0) return true;
    return this.isClosed();
  }
}
