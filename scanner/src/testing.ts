// Makes archives and documents of known contents, for tests of all users of the scanner.
export { makeZip } from './archives/archive-builders.ts';
export { variantsOf } from './document-variants.ts';
export { docx, pdf } from './documents/document-builders.ts';
export { expectLinear, REPEATED, repeated, withEachText } from './linear-check.ts';
export { faultsOfSbom } from './sbom/sbom-faults.ts';
