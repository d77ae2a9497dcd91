// The search parameters of the releases of a project.
import { idIn, type RawSearch } from '../address/parameters.ts';

export interface ReleasesSearch {
  /** The release whose documents are shown. */
  release?: number;
}

export function readReleasesSearch({ release }: RawSearch): ReleasesSearch {
  return { release: idIn(release) };
}
