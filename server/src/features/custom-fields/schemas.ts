// Definitions of custom fields: shapes.
import {
  fieldScopes,
  fieldTypes,
  LONGEST_HELP_TEXT,
  LONGEST_LABEL,
  MOST_CHOICES,
} from '../../domain/inventories/custom-fields.ts';
import { Enumeration, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const CustomFieldScope = Enumeration('CustomFieldScope', fieldScopes);
const members = {
  helpText: Type.Optional(Text(LONGEST_HELP_TEXT, 'Help text')),
  choices: Type.Optional(
    Type.Array(Text(512, 'A value', { minLength: 1 }), {
      maxItems: MOST_CHOICES,
      description: 'The values that a drop-down list offers',
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Disabled fields are neither written nor read; true at first' })),
  visible: Type.Optional(Type.Boolean({ description: 'Shown on the web page; otherwise only in the API' })),
};
const label = (text: string) => Type.String({ minLength: 1, maxLength: LONGEST_LABEL, description: text });

export const NewCustomField = Model('NewCustomField', {
  scope: CustomFieldScope('Of projects or of inventory', 'PROJECT'),
  label: label('Label, unique in its scope'),
  type: OneOf(fieldTypes, 'Kind of value; inventory fields are text areas', 'TEXT_AREA'),
  ...members,
});
export type NewCustomField = Static<typeof NewCustomField>;

export const CustomFieldChange = Model('CustomFieldChange', {
  label: Type.Optional(label('New label')),
  ...members,
  ...versioned,
});
export type CustomFieldChange = Static<typeof CustomFieldChange>;

export const CustomFieldModel = Model('CustomField', {
  id: Type.Integer(),
  scope: Type.String(),
  fieldLabel: Type.String(),
  type: Type.String(),
  helpText: Type.String(),
  choices: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  visible: Type.Boolean(),
  ...versioned,
});
