// Fingerprints by which whole files and parts of files are recognised elsewhere. Bytes in, values or text out.
export { wfpHead, wfpOfFile } from './wfp.ts';
export { type LineFingerprint, winnow } from './winnowing.ts';
