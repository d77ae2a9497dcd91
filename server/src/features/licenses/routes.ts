// Licenses: the interface document's heading, in its order.
import { NO_LICENSE_ID } from '../../domain/licenses/license-choice.ts';
import { permission, signedIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import {
  Created,
  DataOf,
  Flag,
  Id,
  LegacyOf,
  LegacyPageQuery,
  Message,
  Model,
  PageOf,
  Text,
  Type,
  versioned,
} from '../../http/models/schemas.ts';
import { legacyPage } from '../../http/paging.ts';
import { created, data, done, legacy } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { EXTERNAL_ID, LicenseChange, LicenseDetails, LicenseInput, LicenseSummary } from './schemas.ts';

const group = 'Licenses';
const params = Type.Object({ licenseId: Id('License; custom ones have ids above 1,000,000,000') });
const mayKeepLibrary = permission('library_manager');
const missing = { 404: { description: 'No such license' } };

const license = entity({
  name: 'license',
  members: ['name', 'shortName', 'text', 'priority', 'url', 'description', 'familyName', 'externalId'],
  load: ({ app, params }) => operations.describeLicenseOfId(app, params.licenseId),
});

export const licenseRoutes: Route[] = [
  route({
    id: 'lookupLicense',
    method: 'GET',
    path: '/license/lookup',
    group,
    family: 'legacy',
    summary: 'A license by its id or name',
    description: 'The id wins over the name. A name that is no full name is tried as a short name.',
    access: signedIn(),
    query: Type.Object({
      licenseId: Type.Optional(
        Type.Integer({
          minimum: NO_LICENSE_ID,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'License; -1 is the one of items without a license',
        }),
      ),
      licenseName: Type.Optional(Text(255, 'Full name, or short name', { minLength: 1 })),
    }),
    responses: {
      200: { description: 'The license', schema: LegacyOf(LicenseDetails) },
      400: { description: 'No such license, or neither id nor name' },
    },
    run: async ({ app, query }) => legacy(await operations.lookUpLicense(app, query)),
  }),
  route({
    id: 'getLicense',
    method: 'GET',
    path: '/licenses/{shortName}',
    group,
    summary: 'A license by its short name',
    access: signedIn(),
    params: Type.Object({ shortName: Text(255, 'Short name or SPDX identifier, upper or lower case') }),
    shows: license,
    responses: { 200: { description: 'The license', schema: DataOf(LicenseDetails) }, ...missing },
    run: async ({ app, params }) => data(await operations.describeLicense(app, params.shortName)),
  }),
  route({
    id: 'listLicenses',
    method: 'GET',
    path: '/licenses/listAll',
    group,
    summary: 'All licenses, or only the custom ones, by short name; without their texts',
    access: signedIn(),
    query: Type.Object({ onlyCustom: Flag(false, 'Only custom licenses'), ...LegacyPageQuery }),
    responses: { 200: { description: 'Licenses', schema: PageOf(LicenseSummary) } },
    async run({ app, query }) {
      const { licenses, paging } = await operations.pageOfLicenses(app, query.onlyCustom, legacyPage(query));
      return data(licenses, paging);
    },
  }),
  route({
    id: 'createLicense',
    method: 'POST',
    path: '/licenses',
    group,
    summary: 'Creates a custom license',
    description: 'Every scan that begins after this looks for its text.',
    access: mayKeepLibrary,
    largestBodyBytes: 20 * MIB,
    body: LicenseInput,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'Another license has this short name' },
    },
    run: async ({ app, caller, body }) =>
      created(await operations.createLicense(app, caller, body), 'License created successfully.'),
  }),
  route({
    id: 'updateLicense',
    method: 'PUT',
    path: '/licenses/{licenseId}',
    group,
    summary: 'Edits a custom license',
    description: 'Members that the body omits become empty, except the external id.',
    access: mayKeepLibrary,
    params,
    largestBodyBytes: 20 * MIB,
    body: LicenseChange,
    edits: license,
    responses: {
      200: { description: 'Updated', schema: Message },
      400: {
        description:
          'The license is not custom, another license has the short name, or the name would change while items of locked projects use it',
      },
      ...missing,
    },
    async run({ app, caller, params, body }) {
      await operations.changeLicense(app, caller, params.licenseId, body);
      return done('License updated successfully.');
    },
  }),
  route({
    id: 'deleteLicense',
    method: 'DELETE',
    path: '/licenses/{licenseId}',
    group,
    summary: 'Deletes a custom license; inventory items that use it get license Unknown',
    description: 'Also deletes the detection rules and remembered licenses that name it.',
    access: mayKeepLibrary,
    params,
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'The license is not custom, or items of locked projects use it' },
      ...missing,
    },
    async run({ app, caller, params }) {
      const count = await operations.removeLicense(app, caller, params.licenseId);
      return done(`License deleted successfully. Inventory items whose license is Unknown now: ${count}`);
    },
  }),
  route({
    id: 'updateLicenseExternalId',
    method: 'PATCH',
    path: '/licenses/{licenseId}',
    group,
    summary: 'Updates the external id of any license',
    access: mayKeepLibrary,
    params,
    body: Model('LicenseExternalId', { externalId: EXTERNAL_ID, ...versioned }),
    edits: license,
    responses: { 200: { description: 'Updated', schema: Message }, ...missing },
    async run({ app, caller, params, body }) {
      await operations.setExternalId(app, caller, params.licenseId, body.externalId);
      return done('License updated successfully.');
    },
  }),
];
