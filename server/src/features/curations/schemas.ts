import { Model, Text, Type } from '../../http/models/schemas.ts';

export const CurationSource = Model('CurationSource', {
  name: Type.String(),
  isEnabled: Type.Boolean({
    description: 'Whether scans use its facts; false for a new source',
  }),
  position: Type.Integer({ description: 'If two sources contradict each other, the lower position wins' }),
  facts: Type.Integer(),
  packages: Type.Integer(),
  files: Type.Integer({ description: 'Files that the last import read' }),
  issues: Type.Integer({ description: 'Problems of the last import' }),
  importedOn: Type.String({ description: 'Blank if it was never imported' }),
  importedBy: Type.String(),
});

export const CurationSourceChange = Model('CurationSourceChange', {
  isEnabled: Type.Optional(Type.Boolean({ description: 'Takes effect with the next scan of each project' })),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'If two sources contradict each other, the lower position wins',
    }),
  ),
});

export const CuratedFact = Model('CuratedFact', {
  packageUrl: Type.String({ description: 'Without version' }),
  versions: Type.String({ description: 'A version, or a range such as [1.0,2.0); blank for all' }),
  licenseExpression: Type.String({ description: 'Blank if the fact is not about the license' }),
  mapping: Type.Record(Type.String(), Type.String(), {
    description: 'Declared texts, with the SPDX expression of each',
  }),
  comment: Type.String({ description: 'Why, in the words of the curator' }),
  location: Type.String({ description: 'Address of the sources; blank if unknown' }),
  file: Type.String(),
});

export const sourceName = Text(100, 'Name of the source, such as clearlydefined', {
  pattern: '^[\\w.-]+$',
  patternText: 'may hold letters, digits, dots, hyphens and underscores',
});
