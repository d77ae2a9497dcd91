// Schemas of report definitions.
import { Id, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const Place = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Place in the list' });

const ReportOptionInput = Model('ReportOption', {
  name: Text(255, 'Name by which the script reads the value', { minLength: 1 }),
  label: Text(120, 'Label in the dialog'),
  description: Text(300, 'Explanation; may hold HTML'),
  type: Text(50, 'Kind of value: string'),
  defaultValue: Type.Optional(Text(65_535, 'Default value')),
  required: Type.Optional(Type.Boolean({ description: 'The value is required' })),
  order: Place,
});
export type ReportOption = Static<typeof ReportOptionInput>;

const input = {
  name: Text(255, 'Name, unique in the installation', { minLength: 1 }),
  path: Text(1024, 'Script below the folder of report scripts: my_report/create_report.sh', { minLength: 1 }),
  enabled: Type.Optional(Type.Boolean({ description: 'Can be generated' })),
  order: Place,
  enableProjectPicker: Type.Optional(Type.Boolean({ description: 'The report needs a second project' })),
  reportOptions: Type.Optional(
    Type.Array(ReportOptionInput, { maxItems: 100, description: 'Questions of the dialog' }),
  ),
};

export const ReportInput = Model('ReportInput', input);
export type ReportInput = Static<typeof ReportInput>;

export const ReportChange = Model('ReportChange', { id: Id('Report'), ...input, ...versioned });

export const Report = Model('Report', {
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  about: Type.String({ description: 'What a standard report contains; blank for custom reports' }),
  default: Type.Boolean(),
  enabled: Type.Boolean(),
  enableProjectPicker: Type.Boolean(),
  order: Type.Integer(),
  createdDateTime: Type.String(),
  updatedDateTime: Type.String(),
  reportOptions: Type.Array(ReportOptionInput),
  ...versioned,
});
