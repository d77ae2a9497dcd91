import { Model, Text, Type } from '../../http/schemas.ts';

export const CurationSource = Model('CurationSource', {
  name: Type.String(),
  isEnabled: Type.Boolean({
    description: 'Whether scans conclude licenses by its facts; a new source is switched off',
  }),
  position: Type.Integer({ description: 'Of two sources that contradict, the lower one counts' }),
  facts: Type.Integer(),
  packages: Type.Integer(),
  files: Type.Integer({ description: 'Files that were read the last time' }),
  issues: Type.Integer({ description: 'What could not be read of them' }),
  importedOn: Type.String({ description: 'Blank when it was never read' }),
  importedBy: Type.String(),
});

export const CurationSourceChange = Model('CurationSourceChange', {
  isEnabled: Type.Optional(Type.Boolean({ description: 'The next scan of each project follows a change' })),
  position: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Of two sources that contradict, the lower one counts' }),
  ),
});

export const CuratedFact = Model('CuratedFact', {
  packageUrl: Type.String({ description: 'Without version' }),
  versions: Type.String({ description: 'A version, or a range such as [1.0,2.0); blank for all' }),
  licenseExpression: Type.String({ description: 'Blank when it says nothing of the license' }),
  mapping: Type.Record(Type.String(), Type.String(), { description: 'Declared texts, and what they mean' }),
  comment: Type.String({ description: 'Why, in the words of the curator' }),
  location: Type.String({ description: 'Where its source lies; blank when it does not say' }),
  file: Type.String(),
});

export const sourceName = Text(100, 'Name of the source, such as clearlydefined', { pattern: '^[\\w.-]+$' });
