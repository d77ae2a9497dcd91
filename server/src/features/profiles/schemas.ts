// Schemas of scan profiles.
import { LONGEST_EXCLUSION, MOST_EXCLUSIONS } from '../../domain/exclusions.ts';
import { dependencySupports, rescanSkips } from '../../domain/scan-profile.ts';
import { Enumeration, Model, type Static, Text, Type, versioned } from '../../http/schemas.ts';

const RescanSkip = Enumeration('RescanSkip', rescanSkips);
const DependencySupport = Enumeration('DependencySupport', dependencySupports);
/** The page shows one entry per line. It would return an entry of several lines as several entries, and lose a blank one. */
const ONE_LINE = {
  pattern: '^[^\\S\\r\\n]*\\S[^\\r\\n]*$',
  patternText: 'must be one line of text that is not blank',
};

const settings = {
  archiveDiscovery: Type.Boolean({
    description:
      'Look for packages and licenses inside of archives that lie in the code base, at any depth; they are tied to the archive',
  }),
  dependencySupport: DependencySupport('Which dependencies become inventory'),
  reportNonRuntimeDependencies: Type.Boolean({ description: 'Also those of development and tests' }),
  addRelatedFiles: Type.Boolean({
    description:
      'Tie components to all files of their folders that speak of licenses, not only to manifests, lockfiles and license files',
  }),
  exactMatches: Type.Boolean({
    description: 'Look for files that are, byte for byte, those of packages of the corpus (assay corpus add)',
  }),
  sourceCodeMatches: Type.Boolean({
    description: 'Look for pieces of open-source software. Kept; scans do not obey it yet',
  }),
  searchTerms: Type.Array(Text(1024, 'Text', ONE_LINE), {
    maxItems: 10_000,
    description: 'Texts to look for in files, whatever their case',
  }),
  exclusions: Type.Array(Text(LONGEST_EXCLUSION, 'Pattern', ONE_LINE), {
    maxItems: MOST_EXCLUSIONS,
    description: 'Patterns of files and folders that are not scanned, as in a .gitignore file',
  }),
  rescanSkips: RescanSkip(
    'Which unchanged files a rescan skips; they keep their evidence and inventory. A forced full rescan skips none',
  ),
};

export const ScanProfileInput = Model('NewScanProfile', {
  name: Text(255, 'Name, unique in the installation', { minLength: 1 }),
  description: Type.Optional(Text(65_535, 'What the profile is for')),
  settings: Type.Optional(
    Model('ScanSettingsInput', Type.Partial(Type.Object(settings)).properties, {
      description:
        'What is left out has its default. Scans obey all but sourceCodeMatches. The next scan of a project obeys a change, forced or not.',
    }),
  ),
});
export type ScanProfileInput = Static<typeof ScanProfileInput>;
export const ScanProfileChange = Model('ScanProfileChange', { ...ScanProfileInput.properties, ...versioned });

export const ScanProfile = Model('ScanProfile', {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  standard: Type.Boolean({ description: 'Came with the server; cannot be changed' }),
  settings: Model('ScanSettings', settings),
  ...versioned,
});
