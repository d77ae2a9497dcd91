// Shared by the files of R: fields in paragraphs (DCF), lists of packages, and the packages that belong to R itself.
// Format: https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file
import { itemAt } from '../../items.ts';

export interface DcfField {
  value: string;
  line: number;
}

/** Installed with R itself, in its version. */
const OF_R = new Set([
  'R',
  'base',
  'compiler',
  'datasets',
  'graphics',
  'grDevices',
  'grid',
  'methods',
  'parallel',
  'splines',
  'stats',
  'stats4',
  'tcltk',
  'tools',
  'utils',
]);

/** Paragraphs of `Name: value`. Indented lines continue a value. `onOddLine` reports other lines. */
export function readDcf(text: string, onOddLine: (line: number) => void): Map<string, DcfField>[] {
  const paragraphs: Map<string, DcfField>[] = [];
  let fields = new Map<string, DcfField>();
  let pieces: string[] = [];
  let open: DcfField | undefined;
  const close = () => {
    if (open !== undefined) open.value = pieces.join(' ').trim();
    open = undefined;
    pieces = [];
  };
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    const found = /^([A-Za-z][\w@./-]*):(.*)$/.exec(line);
    if (line === '') {
      close();
      if (fields.size > 0) paragraphs.push(fields);
      fields = new Map();
    } else if (found !== null) {
      close();
      open = { value: '', line: i + 1 };
      pieces = [(found[2] ?? '').trim()];
      if (!fields.has(itemAt(found, 1))) fields.set(itemAt(found, 1), open);
    } else if (/^\s/.test(line) && open !== undefined) pieces.push(line.trim());
    else if (!line.startsWith('#')) onOddLine(i + 1);
  }
  close();
  return fields.size > 0 ? [...paragraphs, fields] : paragraphs;
}

/** `Rcpp (>= 1.0), methods`: without the packages of R itself. */
export function cranRequests(list: string): { name: string; requirement: string }[] {
  return list.split(',').flatMap((item) => {
    const [, name = '', requirement = ''] = /^\s*([\w.]+)\s*(?:\(([^()]*)\))?\s*$/.exec(item) ?? [];
    return name === '' || OF_R.has(name) ? [] : [{ name, requirement: requirement.trim() }];
  });
}

export function isOfR(name: string): boolean {
  return OF_R.has(name);
}
