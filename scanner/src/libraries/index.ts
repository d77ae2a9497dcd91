// Recognises files that were copied from well-known libraries. Its data are in scanner/rules/libraries (see the README.md there).
export { createLibraryFinder, type LibraryFinder } from './finder.ts';
export { importSignatures } from './import.ts';
export { libraryCalled, libraryNames, versionInFileName } from './names.ts';
export type { LibraryRule, LibrarySign } from './rule.ts';
export { librariesDigest, libraryRules } from './rule-files.ts';
