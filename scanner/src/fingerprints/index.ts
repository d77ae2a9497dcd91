// Fingerprints that identify whole files and parts of files elsewhere. Bytes in, values or text out.
export { wfpHead, wfpOfFile } from './wfp.ts';
export { type LineFingerprint, winnow } from './winnowing.ts';
