// The search parameters of the projects page.
import { choiceIn, idIn, type RawSearch, textIn } from '../address/parameters.ts';
import { COVERAGES, type Coverage } from '../elements/coverages.ts';

export interface ProjectsSearch {
  /** The open folder. Undefined means the root. */
  folder?: number;
  find?: string;
  /** Projects whose items were all compared with advisories, or of which some were not. */
  coverage?: Coverage;
}

export function readProjectsSearch({ folder, find, coverage }: RawSearch): ProjectsSearch {
  return { folder: idIn(folder), find: textIn(find), coverage: choiceIn(coverage, COVERAGES) };
}
