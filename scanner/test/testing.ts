// Makes archives and documents of known contents, and has samples of formats, for tests of all users of the scanner.

export { readManifest } from '../src/manifests/index.ts';
export { makeZip } from './archives/archive-builders.ts';
export { variantsOf } from './document-variants.ts';
export { docx, pdf } from './documents/document-builders.ts';
export { type BuiltImage, buildImage, openRegistry, type Registry, savedBy } from './images/image-builder.ts';
export { expectLinear, REPEATED, repeated, withEachText } from './linear-check.ts';
export { PINNING_SAMPLES } from './manifests/lockfile-samples.ts';
export { MANIFEST_SAMPLES } from './manifests/manifest-samples.ts';
export { faultsOfSbom, faultsOfSbomBytes } from './sbom/sbom-faults.ts';
