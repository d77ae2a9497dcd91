// The interfaces of a member of the manifest family: its line in members.ts, and the reader in its folder. Types only.
import type { NamedManifest } from '../definitions.ts';
import type { Found, PackageFinding } from '../findings.ts';

/** One format of package manifest or lockfile. */
export interface ManifestMember {
  /** The name of its folder. Stable: it is part of the hint under which facts are stored. Lower case with hyphens. */
  name: string;
  /** The folder of its ecosystem, in which its folder is. */
  room: string;
  /** True when an empty file is no fault: a marker of a folder, an empty list, a source file that declares no package. */
  mayBeEmpty?: boolean;
  /** True when files of other formats have such names too, so that only the content shows the format. Other content is no fault. */
  isShared?: boolean;
  /** True for a lockfile in which an entry of the project names the direct packages. A file without this entry tells nothing about any of them. */
  namesProject?: true;
  /**
   * True when most texts have no fault in this format. A file that is a manifest only because another one names it is then read only if it has
   * no fault at all: otherwise prose would become packages.
   */
  acceptsProse?: true;
  /** True when the reader has `names`. */
  namesManifests?: true;
  /** The names of files that have the format: whole names, or the last parts of a path (`vendor/modules.txt`). */
  names?: readonly string[];
  /** What the names of files that have the format end with: `.gemspec`, `.deps.json`. */
  endings?: readonly string[];
  /** True when a file at this path has the format, where no list says so. `path` has forward slashes; `file` is its last part. */
  wants?(path: string, file: string): boolean;
  /**
   * The only last endings of files about which `wants` is asked, in small letters; whole names of files without an ending. Without it, `wants` is asked
   * about every file.
   */
  among?: readonly string[];
}

/** What the folder of a member exports as `reader`. */
export interface ManifestReader {
  /** The packages in the bytes. Never throws; issues have no path, because a reader knows only bytes. */
  read(bytes: Uint8Array): Found<PackageFinding[]>;
  /** The manifests that these bytes name, for formats that can name some. May throw for bytes of another format. */
  names?(bytes: Uint8Array): NamedManifest[];
}
