// Versions of R packages: numbers separated by "." or "-". If one version is the beginning of the other, the longer one
// is later. A word is not allowed in such versions; it comes before the numbers.
// https://cran.r-project.org/doc/manuals/R-exts.html#The-DESCRIPTION-file
import { versionScheme } from '../scheme.ts';
import { compareLists, compareWordsFirst } from '../text.ts';

export const cran = versionScheme<string[]>({
  name: 'cran',
  aliases: ['bioconductor'],
  parse: (version) => version.trim().split(/[.-]/),
  compare: (a, b) => compareLists(a, b, compareWordsFirst),
});
