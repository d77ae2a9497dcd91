// VEX: what suppliers say about vulnerabilities of their products. A family: a folder for each format, and a line in formats.ts.
export {
  type AnalysisWords,
  analysisJustifications,
  analysisResponses,
  analysisStates,
} from '../analyses.ts';
export { isAbout, productKey, type VexPackage, type VexProduct, vexPackage, vexProduct } from './matching.ts';
export type { VexStatement, VexTarget } from './model.ts';
export { type ReadVex, readVex, VexRefused } from './read.ts';
