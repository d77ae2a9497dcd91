// Schemas of scan profiles.

import { dependencySupports, rescanSkips } from '../../domain/derivation/scan-profile.ts';
import { LONGEST_EXCLUSION, MOST_EXCLUSIONS } from '../../domain/projects/exclusions.ts';
import { Enumeration, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

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
      'Look for packages and licenses inside archives of the code base, at any depth; items get the archive as file',
  }),
  dependencySupport: DependencySupport('Dependencies that become inventory items'),
  reportNonRuntimeDependencies: Type.Boolean({ description: 'Include dependencies of development and tests' }),
  addRelatedFiles: Type.Boolean({
    description:
      'Add all files with license statements in the folders of a component to its item, not only manifests, lockfiles and license files',
  }),
  exactMatches: Type.Boolean({
    description: 'Look for files that are identical to files of packages in the corpus (assay corpus add)',
  }),
  sourceCodeMatches: Type.Boolean({
    description: 'Look for parts of open-source files. Stored, but scans do not use it yet',
  }),
  searchTerms: Type.Array(Text(1024, 'Text', ONE_LINE), {
    maxItems: 10_000,
    description: 'Texts to look for in files, regardless of upper and lower case',
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
  description: Type.Optional(Text(65_535, 'Purpose of the profile')),
  settings: Type.Optional(
    Model('ScanSettingsInput', Type.Partial(Type.Object(settings)).properties, {
      description:
        'Omitted settings have their default. Scans use all settings except sourceCodeMatches. The next scan of a project uses a changed setting, forced or not.',
    }),
  ),
});
export type ScanProfileInput = Static<typeof ScanProfileInput>;
export const ScanProfileChange = Model('ScanProfileChange', { ...ScanProfileInput.properties, ...versioned });

export const ScanProfile = Model('ScanProfile', {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  standard: Type.Boolean({ description: 'Installed with the server; cannot be changed' }),
  settings: Model('ScanSettings', settings),
  ...versioned,
});
