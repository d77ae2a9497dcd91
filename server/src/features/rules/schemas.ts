// Schemas of detection rules.
import { LONGEST_PATTERN } from '../../domain/files/file-patterns.ts';
import { Id, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const MOST_FILES = 10_000;
const MOST_PATTERNS = 100;

const FileInfo = Model('RuleFileInput', {
  name: Text(1024, 'Name of the file, without folders', { minLength: 1 }),
  md5: Type.String({
    minLength: 32,
    maxLength: 32,
    pattern: '^[0-9a-fA-F]{32}$',
    patternText: 'must be an MD5 in 32 hexadecimal digits',
    description: 'MD5 of the file',
  }),
});

const RuleInfo = Model('RulePatternsInput', {
  detectionType: Text(50, 'filePath', {
    pattern: '^[fF][iI][lL][eE][pP][aA][tT][hH]$',
    patternText: 'must be filePath',
  }),
  detectionCriteria: Type.Array(Text(LONGEST_PATTERN, 'Pattern of paths, such as src/**/*.c or zlib.h'), {
    minItems: 1,
    maxItems: MOST_PATTERNS,
    description: 'Patterns; a file must match one of them',
  }),
});

const input = {
  componentId: Id('Component'),
  versionId: Id('Version of the component'),
  licenseId: Id('License'),
  description: Type.Optional(Text(65_535, 'Description of the inventory item')),
  url: Type.Optional(Text(2400, 'Web address of the inventory item')),
  noticesText: Type.Optional(Text(16_777_215, 'Notices text of the inventory item')),
  auditNotes: Type.Optional(Text(65_535, 'Audit notes of the inventory item')),
  asFoundLicenseText: Type.Optional(Text(16_777_215, 'As-found license text of the inventory item')),
  fileInfo: Type.Optional(
    Type.Array(FileInfo, { maxItems: MOST_FILES, description: 'Files by name and MD5; not together with ruleInfo' }),
  ),
  ruleInfo: Type.Optional(
    Type.Array(RuleInfo, { maxItems: 10, description: 'Patterns of paths; not together with fileInfo' }),
  ),
};

export const RuleInput = Model('DetectionRuleInput', input);
export type RuleInput = Static<typeof RuleInput>;

export const RuleChange = Model('DetectionRuleChange', { id: Id('Rule'), ...input, ...versioned });

export const Rule = Model('DetectionRule', {
  id: Type.Integer(),
  componentId: Type.Integer(),
  componentName: Type.String(),
  versionId: Type.Integer(),
  versionName: Type.String(),
  licenseId: Type.Integer(),
  licenseName: Type.String(),
  description: Type.String(),
  url: Type.String(),
  noticesText: Type.String(),
  auditNotes: Type.String(),
  asFoundLicenseText: Type.String(),
  fileInfo: Type.Array(Model('RuleFile', { name: Type.String(), md5: Type.String() })),
  ruleInfo: Type.Array(
    Model('RulePatterns', { detectionType: Type.String(), detectionCriteria: Type.Array(Type.String()) }),
  ),
  createdBy: Type.String(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
  ...versioned,
});
