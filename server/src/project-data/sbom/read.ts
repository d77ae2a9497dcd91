// Reads the SBOMs in a sent file, as the reading thread hands them out: the documents, and flat lists of what they hold.
import { readSbomFile } from '@assay/scanner/sbom-files';
import {
  type ReadSbom,
  type SbomAnalysis,
  type SbomEdge,
  type SbomFinding,
  type SbomIssue,
  type SbomPart,
  SbomRefused,
  type SbomService,
} from '@assay/scanner/sbom-read';
import { DataRefused } from '../document.ts';

export type SbomHead = Omit<
  ReadSbom,
  'parts' | 'edges' | 'services' | 'analyses' | 'findings' | 'issues' | 'licenseTexts'
> & {
  path: string;
};

type Numbered<Value> = Value & { sbom: number };

export interface SentSbomData {
  heads: SbomHead[];
  leftOut: { path: string; why: string }[];
  parts: Numbered<SbomPart>[];
  edges: Numbered<SbomEdge>[];
  services: Numbered<SbomService>[];
  analyses: Numbered<SbomAnalysis>[];
  findings: Numbered<SbomFinding>[];
  issues: Numbered<SbomIssue>[];
}

export interface SbomTask {
  kind: 'sbom';
  file: string;
  name: string;
  isStrict: boolean;
  temporaryFolder: string;
}

export async function readSentSboms({ file, ...options }: SbomTask): Promise<SentSbomData> {
  const data: SentSbomData = {
    ...{ heads: [], leftOut: [], parts: [], edges: [], services: [], analyses: [], findings: [], issues: [] },
  };
  try {
    const { sboms, leftOut } = await readSbomFile(file, options);
    data.leftOut = leftOut;
    for (const [sbom, { path, sbom: read }] of sboms.entries()) {
      const { parts, edges, services, analyses, findings, issues, licenseTexts: _, ...head } = read;
      data.heads.push({ ...head, path });
      for (const one of parts) data.parts.push(Object.assign(one, { sbom }));
      for (const one of edges) data.edges.push(Object.assign(one, { sbom }));
      for (const one of services) data.services.push(Object.assign(one, { sbom }));
      for (const one of analyses) data.analyses.push(Object.assign(one, { sbom }));
      for (const one of findings) data.findings.push(Object.assign(one, { sbom }));
      for (const one of issues) data.issues.push(Object.assign(one, { sbom }));
    }
  } catch (error) {
    // Errors lose their class between threads.
    throw error instanceof SbomRefused ? new DataRefused(error.message) : error;
  }
  return data;
}
