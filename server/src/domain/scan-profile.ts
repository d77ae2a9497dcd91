// Scan profiles: their settings and what these mean for a scan. Pure.
//
// Scans obey all of them but `sourceCodeMatches`, which is kept for parts of files. `exactMatches` asks the corpus (`assay corpus add`).
// Decided here:
// - A profile that says nothing of dependencies reports all of them, also those not of the runtime, because Assay reads them from lockfiles
//   at no cost.
// - What a rescan skips keeps its results: it is not analysed or searched again, and gains and loses no tie to inventory, even where rules,
//   analyser or settings have changed since. Excluding a file comes before skipping it.
// - `REVIEWED_AND_INVENTORY` skips files that are both reviewed and tied to inventory.
import type { DerivationOptions } from './inventory-findings.ts';

/** What a scan does with a file: reads it, leaves it out, or keeps what an earlier scan found. */
export const fileScanPlans = ['analyse', 'exclude', 'keep'] as const;
export type FileScanPlan = (typeof fileScanPlans)[number];

export const dependencySupports = ['NONE', 'FIRST_LEVEL', 'ALL_TRANSITIVE'] as const;
export const rescanSkips = ['NONE', 'ALL', 'REVIEWED', 'INVENTORY', 'REVIEWED_AND_INVENTORY'] as const;

export type RescanSkips = (typeof rescanSkips)[number];

export interface ScanProfileSettings {
  archiveDiscovery: boolean;
  dependencySupport: (typeof dependencySupports)[number];
  reportNonRuntimeDependencies: boolean;
  addRelatedFiles: boolean;
  exactMatches: boolean;
  sourceCodeMatches: boolean;
  searchTerms: string[];
  /** See exclusions.ts. */
  exclusions: string[];
  /** Which unchanged files a rescan skips. */
  rescanSkips: RescanSkips;
}

/**
 * Looked for unless a profile says otherwise: what code says that somebody else wrote, or that must not be passed on, and what no license
 * or copyright statement says.
 */
export const DEFAULT_SEARCH_TERMS: readonly string[] = [
  'adapted from',
  'borrowed from',
  'code from',
  'company confidential',
  'copied from',
  'courtesy of',
  'decompiled',
  'derived from',
  'do not distribute',
  'downloaded from',
  'evaluation copy',
  'evaluation purposes',
  'found on the web',
  'internal use only',
  'licensed to',
  'may not be used',
  'non-commercial',
  'noncommercial',
  'not for production',
  'obtained from',
  'patent pending',
  'patented',
  'personal use',
  'ported from',
  'proprietary',
  'public domain',
  'reverse engineer',
  'royalty',
  'shareware',
  'stackoverflow.com',
  'stolen from',
  'taken from',
  'third party',
  'third-party',
  'trade secret',
  'trial version',
  'unauthorized copying',
  'under license from',
  'unpublished',
];

/** What version control keeps for itself is nobody's code. */
const DEFAULT_EXCLUSIONS: readonly string[] = ['.git/', '.svn/', '.hg/', '.bzr/', 'CVS/'];

export const DEFAULT_SCAN_PROFILE_SETTINGS: ScanProfileSettings = {
  archiveDiscovery: true,
  dependencySupport: 'ALL_TRANSITIVE',
  reportNonRuntimeDependencies: true,
  addRelatedFiles: true,
  exactMatches: true,
  sourceCodeMatches: false,
  searchTerms: [...DEFAULT_SEARCH_TERMS],
  exclusions: [...DEFAULT_EXCLUSIONS],
  rescanSkips: 'NONE',
};

/** What is stored lays over the defaults, so that a setting added later has a value in old profiles too. */
export function scanProfileSettingsOf(stored: Record<string, unknown>): ScanProfileSettings {
  return { ...DEFAULT_SCAN_PROFILE_SETTINGS, ...(stored as Partial<ScanProfileSettings>) };
}

export function derivationSettingsOf(
  settings: ScanProfileSettings,
): Pick<DerivationOptions, 'dependencies' | 'includesNonRuntime' | 'tiesRelatedFiles'> {
  const dependencies = { NONE: 'none', FIRST_LEVEL: 'first-level', ALL_TRANSITIVE: 'all' } as const;
  return {
    dependencies: dependencies[settings.dependencySupport],
    includesNonRuntime: settings.reportNonRuntimeDependencies,
    tiesRelatedFiles: settings.addRelatedFiles,
  };
}
