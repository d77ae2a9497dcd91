// Schemas of imported SBOMs and their receipts.
import { ChangeOf, FateOf } from '../../http/models/sbom-model.ts';
import { Model, Type } from '../../http/models/schemas.ts';

const Count = Type.Integer();

export const ImportedSbom = Model('ImportedSbom', {
  id: Type.Integer(),
  jobId: Type.Integer({ description: 'The job that imported it; its log has further lines' }),
  fileName: Type.String(),
  path: Type.String({ description: 'Path in the archive that was sent' }),
  sha256: Type.String({ description: 'Of the file as it was sent' }),
  format: Type.String({ description: 'CycloneDX, SPDX or Syft' }),
  specVersion: Type.String({ description: 'As the document states it' }),
  encoding: Type.String({ description: 'JSON, XML, YAML, tag-value or RDF/XML, and what was around it' }),
  serial: Type.String({ description: 'serialNumber or documentNamespace' }),
  subject: Type.String({ description: 'What the document is about; documents about one subject replace each other' }),
  subjectVersion: Type.String(),
  statedOn: Type.String({ description: 'When the document was made, as it says' }),
  tools: Type.Array(Type.String()),
  isCurrent: Type.Boolean({ description: 'False if a later document about the same subject replaced it' }),
  previousId: Type.Integer({ description: 'The document that it replaced; 0 if none' }),
  isStrict: Type.Boolean(),
  importedBy: Type.String(),
  importedOn: Type.String(),
  counts: Model('SbomCounts', {
    elements: Type.Integer({ description: 'Elements of the document: made + joined + same + leftOut' }),
    made: Type.Integer({ description: 'Became new items' }),
    joined: Type.Integer({ description: 'Joined items that the project had' }),
    same: Type.Integer({ description: 'Named again in the same document' }),
    leftOut: Type.Integer({ description: 'Became no item' }),
    gone: Type.Integer({ description: 'Named by the document before, and not by this one' }),
    added: Type.Integer({ description: 'Not named by the document before' }),
    changed: Type.Integer({ description: 'Named before with another version or license' }),
    unchanged: Count,
    issues: Type.Integer({ description: 'What was left out, repaired, contradictory or not understood' }),
  }),
  others: Type.Array(Model('SbomOthers', { what: Type.String(), count: Count }), {
    description: 'Elements that are no components, and stay in the document',
  }),
});

export const Fate = FateOf('What became of the element');
export const Change = ChangeOf('Against the document before');

export const SbomElement = Model('SbomElement', {
  place: Type.String({ description: 'In the document; blank for what it no longer names' }),
  name: Type.String(),
  version: Type.String(),
  purl: Type.String(),
  fate: Fate,
  why: Type.String({ description: 'Why it was left out, or which element it is the same as' }),
  change: Change,
  inventoryId: Type.Integer({ description: 'The item; 0 if none' }),
  stated: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'What the document says of it beside what the item has: licenses, hashes, supplier, references, properties',
  }),
});

export const SbomFilling = Model('SbomFilling', {
  sources: Type.Array(Type.String(), {
    description:
      'What was asked: the inventory of the project, other SBOMs in it, and up to 50 other projects that have one of its components',
  }),
  filledCount: Type.Integer(),
  counts: Type.Array(Model('SbomFilledCount', { field: Type.String(), count: Count })),
  filled: Type.Array(
    Model('SbomFilledField', {
      place: Type.String({ description: 'In the document: components[3]' }),
      component: Type.String({ description: 'Name and version' }),
      field: Type.String({ description: 'The member that the document lacks' }),
      source: Type.String({ description: 'Which of the sources knows it' }),
    }),
    { description: 'At most the first 10,000; filledCount counts all, and the document says each' },
  ),
  scores: Type.Array(
    Model('SbomFillingScore', { standard: Type.String(), before: Type.Number(), after: Type.Number() }),
    { description: 'By each standard, of 100' },
  ),
  isSignatureLeftOut: Type.Boolean({ description: 'The document is signed, which would not hold for the copy' }),
});

export const SbomIssueEntry = Model('SbomIssue', {
  code: Type.String({ description: 'left-out, repaired, not-understood or contradiction' }),
  place: Type.String(),
  message: Type.String(),
});
