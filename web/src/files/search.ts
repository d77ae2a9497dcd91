// What the address of a project's code base may say.
import { idIn, type RawSearch } from '../address/parameters.ts';

export interface FilesSearch {
  /** The file that is open, and its line to show. */
  file?: number;
  line?: number;
}

export function readFilesSearch({ file, line }: RawSearch): FilesSearch {
  return { file: idIn(file), line: idIn(line) };
}
