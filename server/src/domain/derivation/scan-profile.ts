// Scan profiles: their settings and the effects on a scan. Pure.
//
// Scans use all settings except `sourceCodeMatches`, which is stored for partial matches. `exactMatches` uses the corpus (`assay corpus add`).
// Decided here:
// - A profile without a setting for dependencies reports all of them, not only runtime ones, because Assay reads them from lockfiles
//   at no cost.
// - A file that a rescan skips keeps its results: it is not analysed or searched again, and stays in its items, even if rules,
//   analyser or settings have changed since. An excluded file is excluded even if it would be skipped.
// - `REVIEWED_AND_INVENTORY` skips files that are both reviewed and in an inventory item.
import type { DerivationOptions } from './inventory-findings.ts';

/** What a scan does with a file: analyses it, leaves it out, or keeps the results of an earlier scan. */
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
  /** The unchanged files that a rescan skips. */
  rescanSkips: RescanSkips;
}

/**
 * Default search terms: words in code that say that somebody else wrote it or that it must not be passed on, and that licenses and copyright
 * statements do not have.
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

/** The files of version control systems are not code. */
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

/** Stored settings overwrite the defaults, so that old profiles get the default of a setting that is added later. */
export function scanProfileSettingsOf(stored: Record<string, unknown>): ScanProfileSettings {
  return { ...DEFAULT_SCAN_PROFILE_SETTINGS, ...(stored as Partial<ScanProfileSettings>) };
}

/** A sentence for each setting that is switched on and changes nothing. The log of a scan shows them. */
export function settingsWithoutEffect({ sourceCodeMatches }: ScanProfileSettings): string[] {
  if (!sourceCodeMatches) return [];
  return [
    'The scan profile asks for source code matches (sourceCodeMatches), which Assay cannot look for yet. The scan compared whole files only; parts of open-source files that were copied into other files are not found.',
  ];
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
