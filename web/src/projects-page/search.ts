// The search parameters of the projects page.
import { idIn, type RawSearch, textIn } from '../address/parameters.ts';

export interface ProjectsSearch {
  /** The open folder. Undefined means the root. */
  folder?: number;
  find?: string;
}

export function readProjectsSearch({ folder, find }: RawSearch): ProjectsSearch {
  return { folder: idIn(folder), find: textIn(find) };
}
