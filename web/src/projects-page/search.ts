// What the address of the projects page may say.
import { idIn, type RawSearch, textIn } from '../address/parameters.ts';

export interface ProjectsSearch {
  /** The folder that is open; the root without one. */
  folder?: number;
  find?: string;
}

export function readProjectsSearch({ folder, find }: RawSearch): ProjectsSearch {
  return { folder: idIn(folder), find: textIn(find) };
}
