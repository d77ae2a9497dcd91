// The search parameters of a project's code base.
import { idIn, type RawSearch } from '../address/parameters.ts';

export interface FilesSearch {
  /** The open file, and the line to show. */
  file?: number;
  line?: number;
}

export function readFilesSearch({ file, line }: RawSearch): FilesSearch {
  return { file: idIn(file), line: idIn(line) };
}
