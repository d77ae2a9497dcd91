// Schemas of VEX sources.
import { vexDocumentChanges } from '../../domain/vulnerabilities/vex.ts';
import { DecisionEffect } from '../../http/models/analysis-model.ts';
import { Model, OneOf, type Static, Type } from '../../http/models/schemas.ts';

const TimeOrNull = Type.Union([Type.String(), Type.Null()]);
const Issues = Type.Array(Model('VexDocumentIssue', { path: Type.String(), message: Type.String() }), {
  description: 'The first 100; issueCount counts all',
});

const LeftOut = Type.Integer({
  description: 'Statements that cannot decide, because they name no package and no product',
});
const OfProducts = Type.Integer({
  description:
    'Statements about parts of a product, or about a product that is no package: they decide only in projects that say that they are the product',
});

export const VexSource = Model('VexSource', {
  name: Type.String(),
  location: Type.String({ description: 'Address that updates read; blank if documents come only as files' }),
  isEnabled: Type.Boolean({ description: 'Whether its statements decide' }),
  suppresses: Type.Boolean({
    description: 'Whether what it calls not affected or fixed no longer counts; otherwise it is only shown',
  }),
  documents: Type.Integer(),
  statements: Type.Integer(),
  decidedVersions: Type.Integer({
    description: 'Number of vulnerabilities of component versions that it decides about',
  }),
  updatedOn: TimeOrNull,
  lastError: Type.String({
    description: 'Why the last update failed; blank if it succeeded. Its documents stay in use',
  }),
  failedOn: TimeOrNull,
  signatures: Type.String({
    description: 'Whether the OpenPGP signatures of its documents were checked, and if not, why; blank if it has none',
  }),
});

export const VexSourceInput = Model('VexSourceChange', {
  location: Type.Optional(
    Type.String({
      maxLength: 2000,
      pattern: '^(https?://\\S+)?$',
      description:
        'Address of a VEX document, of an archive of such, or the provider-metadata.json of a CSAF provider; blank for none',
    }),
  ),
  isEnabled: Type.Optional(
    Type.Boolean({ description: 'Whether its statements decide. If not, all that it decided is open again' }),
  ),
  suppresses: Type.Optional(
    Type.Boolean({
      description: 'Whether what it calls not affected or fixed no longer counts; true for a new source',
    }),
  ),
});
export type VexSourceInput = Static<typeof VexSourceInput>;

export const VexDocumentImported = Model('VexDocumentImported', {
  change: OneOf(
    vexDocumentChanges,
    'OLDER: the source has a later revision of the document, which stays in use. SAME: it has this one',
  ),
  document: Type.String({ description: 'Its id; the name of the file if it has none' }),
  format: Type.String(),
  supplier: Type.String(),
  statements: Type.Integer(),
  leftOut: LeftOut,
  ofProducts: OfProducts,
  decided: Type.Integer({ description: 'Vulnerabilities of versions with a new or another decision' }),
  ended: Type.Integer({ description: 'Vulnerabilities of versions without a decision now' }),
  issues: Issues,
  issueCount: Type.Integer(),
});

export const VexDocument = Model('VexDocument', {
  id: Type.Integer(),
  document: Type.String({ description: 'Its id; the name of the file if it has none' }),
  format: Type.String(),
  supplier: Type.String(),
  revision: Type.String({ description: 'As the supplier counts; blank if unknown' }),
  datedOn: TimeOrNull,
  sha256: Type.String({ description: 'Digest of the bytes as they were received' }),
  isKept: Type.Boolean({
    description: 'The bytes are there for download. Those of older servers are not; send them again',
  }),
  statements: Type.Integer(),
  leftOut: LeftOut,
  ofProducts: OfProducts,
  issues: Issues,
  issueCount: Type.Integer(),
  receivedBy: Type.String(),
  receivedOn: Type.String(),
});

export const DecidedByVex = Model('DecidedByVex', {
  projectId: Type.Integer(),
  projectName: Type.String(),
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  vulnerabilityName: Type.String(),
  state: Type.String(),
  justification: Type.String(),
  response: Type.String(),
  detail: Type.String({ description: 'The words of the supplier' }),
  suppressed: Type.Boolean({ description: 'Whether the vulnerability does not count because of it' }),
  document: Type.String(),
  place: Type.String({ description: 'Of the statement in the document' }),
  isOfProduct: Type.Boolean({
    description: 'The statement is about the product that the project says it is, or about a part of it',
  }),
  statedOn: TimeOrNull,
  effect: DecisionEffect('OVERRULED: people have decided about it in the project or for all projects, and that counts'),
  ownState: Type.String({ description: 'What people decided; blank if nothing, or without an analysis' }),
  ownAuthor: Type.String({ description: 'Blank if people decided nothing' }),
});
