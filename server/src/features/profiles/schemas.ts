// Scan profiles: shapes.
import { dependencySupports, rescanSkips } from '../../domain/scan-profile.ts';
import { OneOf, type Static, Text, Type } from '../../http/schemas.ts';

const texts = (description: string) =>
  Type.Array(Text(1024, 'Text', { minLength: 1 }), { maxItems: 10_000, description });

const settings = {
  archiveDiscovery: Type.Boolean({ description: 'Look for packages and licenses inside of archives' }),
  dependencySupport: OneOf(dependencySupports, 'Which dependencies become inventory'),
  reportNonRuntimeDependencies: Type.Boolean({ description: 'Also those of development and tests' }),
  addRelatedFiles: Type.Boolean({ description: 'Tie related files to inventory' }),
  exactMatches: Type.Boolean({ description: 'Look for whole files of open-source software' }),
  sourceCodeMatches: Type.Boolean({ description: 'Look for pieces of open-source software' }),
  searchTerms: texts('Texts to look for in files, whatever their case'),
  exclusions: texts('Patterns of files and folders that are not scanned'),
  rescanSkips: OneOf(rescanSkips, 'Which unchanged files a rescan skips'),
};

export const ScanProfileInput = Type.Object({
  name: Text(255, 'Name, unique in the installation', { minLength: 1 }),
  description: Type.Optional(Text(65_535, 'What the profile is for')),
  settings: Type.Optional(
    Type.Partial(Type.Object(settings), {
      description:
        'What is left out has its default. Scans obey dependencySupport, reportNonRuntimeDependencies and searchTerms; the others are kept.',
    }),
  ),
});
export type ScanProfileInput = Static<typeof ScanProfileInput>;

export const ScanProfile = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  standard: Type.Boolean({ description: 'Came with the server; cannot be changed' }),
  settings: Type.Object(settings),
});
