// Definitions of custom fields (not in the interface document). Values are read and written with their projects and items.

import { fieldScopes } from '../../domain/inventories/custom-fields.ts';
import { notFound } from '../../errors.ts';
import { permission, signedIn } from '../../http/access.ts';
import { entity, rowOf } from '../../http/entities.ts';
import { Created, Id, ListOf, Message, OneOf, Type } from '../../http/models/schemas.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { CustomFieldChange, CustomFieldModel, NewCustomField } from './schemas.ts';

const group = 'Custom fields';

const customField = entity({
  name: 'custom field',
  members: ['fieldLabel', 'helpText', 'choices', 'enabled', 'visible'],
  load: async ({ app, params }) =>
    rowOf(await operations.customFields(app, undefined), params.fieldId, () =>
      notFound('Custom field', params.fieldId),
    ),
});

export const customFieldRoutes: Route[] = [
  route({
    id: 'listCustomFields',
    method: 'GET',
    path: '/customFields',
    group,
    isExtra: true,
    summary: 'The custom fields of projects and of inventory',
    access: signedIn(),
    query: Type.Object({ scope: Type.Optional(OneOf(fieldScopes, 'Only those of projects, or of inventory')) }),
    shows: customField,
    responses: { 200: { description: 'Definitions', schema: ListOf(CustomFieldModel) } },
    run: async ({ app, query }) => data(await operations.customFields(app, query.scope)),
  }),
  route({
    id: 'createCustomField',
    method: 'POST',
    path: '/customFields',
    group,
    isExtra: true,
    summary: 'Defines a custom field',
    description: 'At most 30 fields of projects and 5 of inventory, disabled ones included; a field is never deleted.',
    access: permission('system_admin'),
    body: NewCustomField,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'The label exists, there are too many, or a member is wrong' },
    },
    run: async ({ app, body }) =>
      created(await operations.createField(app, body), 'Custom field created successfully.'),
  }),
  route({
    id: 'updateCustomField',
    method: 'PUT',
    path: '/customFields/{fieldId}',
    group,
    isExtra: true,
    summary: 'Changes a custom field, but not its scope and type; omitted members stay unchanged',
    access: permission('system_admin'),
    params: Type.Object({ fieldId: Id('Custom field') }),
    body: CustomFieldChange,
    edits: customField,
    responses: { 200: { description: 'Changed', schema: Message }, 404: { description: 'No such field' } },
    async run({ app, params, body }) {
      await operations.changeField(app, params.fieldId, body);
      return done('Custom field updated successfully.');
    },
  }),
];
