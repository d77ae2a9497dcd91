// Schemas of releases.
import { LONGEST_RELEASE_NAME, releaseStates } from '../../domain/releases/release.ts';
import { Enumeration, Flag, Model, type Static, Text, Type } from '../../http/models/schemas.ts';

const ReleaseState = Enumeration('ReleaseState', releaseStates);

const Revision = Model('ReleasedRevision', {
  folder: Type.String({ description: 'Folder of the code base' }),
  asked: Type.String({ description: 'As it was asked for: branch main, tag v1, …' }),
  revision: Type.String({ description: 'Commit id, revision or change list' }),
});

export const NewRelease = Model('NewRelease', {
  name: Type.Optional(
    Text(LONGEST_RELEASE_NAME, 'Unique in the project, in any case; without it, the tag that the code base is at'),
  ),
  description: Text(2000, 'For people', { default: '' }),
  isSigned: Flag(false, 'Signs the manifest of the dossier with the key of the site'),
  offerContact: Text(500, 'Address in the written offer of source; blank leaves a place to fill in', { default: '' }),
});
export type NewRelease = Static<typeof NewRelease>;

export const QueuedRelease = Model('QueuedRelease', {
  message: Type.String(),
  id: Type.Integer({ description: 'Of the release' }),
  taskId: Type.Integer({ description: 'Of the job that makes it' }),
});

export const ReleaseProposal = Model('ReleaseProposal', {
  name: Type.String({ description: 'The tag that the code base is at, if no release has the name; else blank' }),
  why: Type.String({ description: 'Where the name comes from, or why there is none' }),
  revisions: Type.Array(Revision, { description: 'What the last synchronisation of source control brought' }),
});

const Known = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${description}; null if the release is not READY, or was made before this was counted`,
  });

const Mean = (what: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `${what}, on average since the former release, with one decimal; null if there was none, or nobody knows`,
  });

const members = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  state: ReleaseState('PENDING until its job has made it'),
  why: Type.String({ description: 'Why it failed; blank otherwise' }),
  taskId: Type.Integer({ description: 'The job that makes or made it; 0 if it is gone' }),
  isSigned: Type.Boolean(),
  createdBy: Type.String(),
  createdOn: Type.String(),
  frozenOn: Type.String({ description: 'When the project was read; blank if the release is not READY' }),
  scanId: Type.Integer({ description: 'The last scan before it; 0 if there is none' }),
  scannedOn: Type.String(),
  codebaseSha256: Type.String({
    description: 'SHA-256 of a line for each file, by path: digest, two blanks, path, line feed',
  }),
  revisions: Type.Array(Revision),
  items: Type.Integer(),
  files: Type.Integer(),
  vulnerabilities: Type.Integer({ description: 'As known when the project was read' }),
  openVulnerabilities: Known('Vulnerabilities that nobody had set aside'),
  openItems: Known('Items that nobody had approved or rejected'),
  licenses: Known('Distinct license expressions of items'),
  withoutLicense: Known('Items without a selected license'),
  fixed: Known('Vulnerabilities fixed since the former release'),
  daysToFix: Mean('Days from the first sight of a vulnerability to its fix'),
  decided: Known('Items that a person decided for the first time since the former release'),
  daysToDecide: Mean('Days from an item to its first decision'),
  notCompared: Type.Integer({
    description: 'Items that were not compared with advisories: whether they have any, nobody knows',
  }),
  advisoriesAsOf: Type.String({ description: 'Age of the advisories then; blank without data' }),
  decisions: Type.Integer(),
};

export const Release = Model('Release', members);

export const ReleaseWithDocuments = Model('ReleaseWithDocuments', {
  ...members,
  dossierBytes: Type.Integer({ description: 'Length of the dossier' }),
  documents: Type.Array(
    Model('ReleaseDocument', {
      path: Type.String({ description: 'In the dossier' }),
      sizeBytes: Type.Integer(),
      sha256: Type.String(),
    }),
    { description: 'Without the source that the dossier ships' },
  ),
  sourceFiles: Type.Integer({ description: 'Number of files of source in the dossier' }),
});
