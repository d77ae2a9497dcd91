// The search parameters of a project's code base.
import { idIn, type RawSearch } from '../address/parameters.ts';

export interface FilesSearch {
  /** The open file, and the line to show. */
  file?: number;
  line?: number;
  /** True if the file is one of a scan agent, which have ids of their own. */
  remote?: boolean;
}

export function readFilesSearch({ file, line, remote }: RawSearch): FilesSearch {
  // Clients of the REST API write `True`.
  const isRemote = String(remote).toLowerCase() === 'true';
  return { file: idIn(file), line: idIn(line), ...(isRemote && { remote: true }) };
}
