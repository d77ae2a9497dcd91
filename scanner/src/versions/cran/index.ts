// Versions of R packages: numbers divided by "." or "-"; of two that begin alike the longer one is later. What is no
// number has no place in such versions; it comes before the numbers.
// https://cran.r-project.org/doc/manuals/R-exts.html#The-DESCRIPTION-file
import { versionScheme } from '../scheme.ts';
import { compareLists, compareWordsFirst } from '../text.ts';

export const cran = versionScheme<string[]>({
  name: 'cran',
  aliases: ['bioconductor'],
  parse: (version) => version.trim().split(/[.-]/),
  compare: (a, b) => compareLists(a, b, compareWordsFirst),
});
