// Components: the interface document's heading, in its order, with the deprecated look-up.
import { cvssChoices } from '../../domain/vulnerabilities/severity.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { mayAddToLibrary, permission, signedIn, visibleRows } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import {
  Created,
  DataOf,
  Flag,
  Id,
  LegacyOf,
  LegacyPageQuery,
  Message,
  OneOf,
  PageOf,
  PageQuery,
  Text,
  Type,
} from '../../http/models/schemas.ts';
import { Vulnerability } from '../../http/models/vulnerability-model.ts';
import { PAGING_HEADERS } from '../../http/openapi.ts';
import { legacyPage, newPage } from '../../http/paging.ts';
import { created, data, done, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import type { SearchedRegistry } from '../../library/registry-search.ts';
import type { LicenseEffects } from '../../reviews/version-license.ts';
import * as operations from './operations.ts';
import {
  ComponentChange,
  ComponentDetails,
  ComponentSearch,
  ComponentUse,
  FoundComponent,
  LegacyComponent,
  NewComponent,
  NewVersion,
  RememberedLicense,
  reasonText,
  VersionDetails,
  VersionLicenseChange,
} from './schemas.ts';

const group = 'Components';
const componentParams = Type.Object({ componentId: Id('Component; custom ones have ids above 1,000,000,000') });
const versionParams = Type.Object({ componentId: Id('Component'), id: Id('Version') });
const mayKeepLibrary = permission('library_manager');
const missing = { 404: { description: 'No such component' } };
const missingVersion = { 404: { description: 'The component has no such version' } };

const component = entity({
  name: 'component',
  members: ['title', 'url', 'description', 'encryption'],
  load: ({ app, params }) =>
    operations.describeComponent(app, params.componentId, {
      includeVersions: true,
      vulnerabilitySummary: false,
      cvssVersion: 'V3',
    }),
  loadMembers: ({ app, params }) =>
    operations.describeComponent(app, params.componentId, {
      includeVersions: false,
      vulnerabilitySummary: false,
      cvssVersion: 'V3',
    }),
});

function askedHeader(asked: readonly SearchedRegistry[] | undefined): Record<string, string> {
  if (asked === undefined) return {};
  const told = asked.map(({ registry, state, found, askedAt, problem }) => ({
    ...{ registry, state, found, problem },
    ...(askedAt && { askedOn: wireTime(askedAt) }),
  }));
  // A header holds ASCII only.
  const text = JSON.stringify(told).replace(
    /[^\x20-\x7e]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { Registries: text };
}

export const componentRoutes: Route[] = [
  route({
    id: 'lookupComponents',
    method: 'GET',
    path: '/component/lookup',
    group,
    family: 'legacy',
    deprecated: 'GET /components/search',
    summary: 'Components whose name or title holds all words of a keyword',
    access: signedIn(),
    query: Type.Object({ keyword: Text(2400, 'Words', { minLength: 1 }), ...LegacyPageQuery }),
    statesDataAge: true,
    responses: {
      200: { description: 'Components', schema: LegacyOf(Type.Array(LegacyComponent), 'LegacyComponentPage') },
    },
    async run({ app, query }) {
      const { components, paging } = await operations.lookUpComponents(app, query.keyword, legacyPage(query));
      return streamed('{"Content: ":[', components, ']}', paging);
    },
  }),
  route({
    id: 'searchComponents',
    method: 'GET',
    path: '/components/search',
    group,
    summary: 'Components of the library, without vulnerabilities and licenses of their versions',
    description:
      'The library has the components that scans found, that people created, and that it learned of from registries and bundles (`learnedFrom`). If the site allows it, a search by NAME or FORGE also asks the package registries that are switched on, for at most 1.5 seconds; the header Registries says what became of each. Of components without a known CPE name, vendor is looked for in namespace and address, product in the name.',
    access: signedIn(),
    query: ComponentSearch,
    responses: {
      200: {
        description: 'Components in order of name',
        schema: PageOf(FoundComponent),
        headers: {
          ...PAGING_HEADERS,
          Registries:
            'JSON: each registry that was asked, with state (answered; known: its answer of askedOn counts; failed; asked: it has not answered yet; impossible), found, askedOn and problem. Empty if none can be asked for such a search; absent if registries are not asked',
        },
      },
      400: { description: 'A parameter that this way of searching needs is missing, or the page lies beyond the end' },
    },
    async run({ app, query }) {
      const { components, paging, asked } = await operations.findComponents(app, query, newPage(query));
      const answer = streamed('{"data":[', components, ']}', paging);
      return { ...answer, headers: { ...answer.headers, ...askedHeader(asked) } };
    },
  }),
  route({
    id: 'listComponents',
    method: 'GET',
    path: '/components',
    group,
    isExtra: true,
    summary: 'The library as a table: all components, or those with all words in name or title',
    access: signedIn(),
    query: Type.Object({
      find: Type.Optional(Text(2400, 'Words; left out or blank for all components')),
      custom: Flag(false, 'Only custom components'),
      ...PageQuery,
    }),
    responses: {
      200: { description: 'Components in order of name, without versions', schema: PageOf(FoundComponent) },
      400: { description: 'The page lies beyond the end' },
    },
    async run({ app, query }) {
      const { components, paging } = await operations.pageOfLibrary(app, query, newPage(query));
      return streamed('{"data":[', components, ']}', paging);
    },
  }),
  route({
    id: 'createComponent',
    method: 'POST',
    path: '/components',
    group,
    summary: 'Creates a custom component',
    access: mayAddToLibrary(),
    body: NewComponent,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'The forge already has a custom component of this name' },
    },
    run: async ({ app, caller, body }) =>
      created(await operations.createComponent(app, caller, body), 'Component created successfully.'),
  }),
  route({
    id: 'getComponent',
    method: 'GET',
    path: '/components/{componentId}',
    group,
    summary: 'A component, with its versions and their licenses',
    access: signedIn(),
    params: componentParams,
    query: Type.Object({
      includeVersions: Flag(true, 'List the versions'),
      vulnerabilitySummary: Flag(false, 'Count the vulnerabilities of each version'),
      cvssVersion: OneOf(cvssChoices, 'Which severities the counts are by', 'V3'),
    }),
    shows: component,
    statesDataAge: true,
    responses: { 200: { description: 'The component', schema: DataOf(ComponentDetails) }, ...missing },
    run: async ({ app, params, query }) => data(await operations.describeComponent(app, params.componentId, query)),
  }),
  route({
    id: 'updateComponent',
    method: 'PUT',
    path: '/components/{componentId}',
    group,
    isExtra: true,
    summary: 'Changes a custom component, but not its name and forge; omitted members stay unchanged',
    access: mayKeepLibrary,
    params: componentParams,
    body: ComponentChange,
    edits: component,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'The component is not custom, or a member is wrong' },
      ...missing,
    },
    async run({ app, params, body }) {
      await operations.changeComponent(app, params.componentId, body);
      return done('Component updated successfully.');
    },
  }),
  route({
    id: 'listComponentInventories',
    method: 'GET',
    path: '/components/{componentId}/inventories',
    group,
    isExtra: true,
    summary: 'The inventory items that use a component, of all projects that the caller may see',
    access: visibleRows(),
    params: componentParams,
    query: Type.Object({ versionId: Type.Optional(Id('Only items of this version')), ...PageQuery }),
    responses: {
      200: { description: 'Items by project, then by name', schema: PageOf(ComponentUse) },
      ...missing,
    },
    async run({ app, caller, params, query }) {
      const of = { componentId: params.componentId, versionId: query.versionId };
      const { uses, paging } = await operations.componentUses(app, caller, of, newPage(query));
      return data(uses, paging);
    },
  }),
  route({
    id: 'deleteComponent',
    method: 'DELETE',
    path: '/components/{id}',
    group,
    summary: 'Deletes a custom component; inventory items that use it become Work in Progress',
    description: 'Also deletes its versions, and the detection rules and suppressions that name them.',
    access: mayKeepLibrary,
    params: Type.Object({ id: Id('Custom component') }),
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'The component is not custom, or items of locked projects use it' },
      ...missing,
    },
    async run({ app, caller, params }) {
      const count = await operations.removeComponent(app, caller, params.id);
      return done(`Component deleted successfully. Inventory items that are Work in Progress now: ${count}`);
    },
  }),
  route({
    id: 'createVersion',
    method: 'POST',
    path: '/components/{componentId}/versions',
    group,
    summary: 'Creates a custom version, also of a component that is not custom',
    access: mayAddToLibrary(),
    params: componentParams,
    body: NewVersion,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'The component has a version of this name already' },
      ...missing,
    },
    run: async ({ app, caller, params, body }) =>
      created(
        await operations.createVersion(app, caller, params.componentId, body),
        'Component version created successfully.',
      ),
  }),
  route({
    id: 'deleteVersion',
    method: 'DELETE',
    path: '/components/{componentId}/versions/{id}',
    group,
    summary: 'Deletes a custom version; inventory items that use it get version Unknown',
    access: mayKeepLibrary,
    params: Type.Object({ componentId: Id('Component'), id: Id('Custom version') }),
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'The version is not custom, or items of locked projects use it' },
      404: { description: 'The component has no such version' },
    },
    async run({ app, caller, params }) {
      const count = await operations.removeVersion(app, caller, params.componentId, params.id);
      return done(`Component version deleted successfully. Inventory items whose version is Unknown now: ${count}`);
    },
  }),
  route({
    id: 'listRememberedLicenses',
    method: 'GET',
    path: '/components/{componentId}/rememberedLicenses',
    group,
    isExtra: true,
    summary: 'The licenses that people remembered for versions of a component in all projects',
    access: signedIn(),
    params: componentParams,
    query: Type.Object({ versionId: Type.Optional(Id('Only of this version')), ...PageQuery }),
    responses: {
      200: { description: 'Remembered licenses, the newest first', schema: PageOf(RememberedLicense) },
      ...missing,
    },
    async run({ app, params, query }) {
      const of = { componentId: params.componentId, versionId: query.versionId };
      const { rows, paging } = await operations.rememberedLicenses(app, of, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'setVersionLicense',
    method: 'PUT',
    path: '/components/{componentId}/versions/{id}/license',
    group,
    isExtra: true,
    summary: 'Sets the license of a version in all projects',
    description:
      'From then on, scans of all projects use this license. Items that nobody has edited or reviewed get it at once. These items stay unchanged: items that a person has edited, reviewed or given a license, items of detection rules, and items of locked projects. The change is recorded as a decision.',
    access: mayKeepLibrary,
    params: versionParams,
    body: VersionLicenseChange,
    responses: {
      200: { description: 'Set', schema: Message },
      400: { description: 'There is no such license' },
      ...missingVersion,
    },
    async run({ app, caller, params, body }) {
      const followed = await operations.setVersionLicense(app, caller, params, body);
      return done(`The license of the version was set. ${followedText(followed)}`);
    },
  }),
  route({
    id: 'forgetVersionLicense',
    method: 'DELETE',
    path: '/components/{componentId}/versions/{id}/license',
    group,
    isExtra: true,
    summary: 'Forgets the license that is remembered for a version in all projects',
    description:
      'Items that nobody has edited or reviewed return at once to the license that the evidence shows. If a scan has made a second item for the remembered license, the second item is deleted. The decision stays in the history of the version.',
    access: mayKeepLibrary,
    params: versionParams,
    query: Type.Object({ reason: Type.Optional(reasonText) }),
    responses: {
      200: { description: 'Forgotten', schema: Message },
      404: { description: 'The component has no such version, or no license is remembered for it' },
    },
    async run({ app, caller, params, query }) {
      const followed = await operations.forgetLicenseOf(app, caller, params, query.reason);
      return done(`The remembered license was forgotten. ${followedText(followed)}`);
    },
  }),
  route({
    id: 'getVersion',
    method: 'GET',
    path: '/components/versions/{id}',
    group,
    summary: 'A version with its licenses',
    access: signedIn(),
    params: Type.Object({ id: Id('Version') }),
    responses: {
      200: { description: 'The version', schema: DataOf(VersionDetails) },
      404: { description: 'No such version' },
    },
    run: async ({ app, params }) => data(await operations.describeVersion(app, params.id)),
  }),
  route({
    id: 'listVersionVulnerabilities',
    method: 'GET',
    path: '/components/{versionId}/vulnerabilities',
    group,
    summary: 'Vulnerabilities of a version',
    description: 'The path member is the id of a version. The list is empty until advisories are matched.',
    access: signedIn(),
    params: Type.Object({ versionId: Id('Version') }),
    query: Type.Object(PageQuery),
    statesDataAge: true,
    responses: {
      200: { description: 'Vulnerabilities', schema: PageOf(Vulnerability) },
      404: { description: 'No such version' },
    },
    async run({ app, params, query }) {
      const { vulnerabilities, paging } = await operations.versionVulnerabilities(
        app,
        params.versionId,
        newPage(query),
      );
      return data(vulnerabilities, paging);
    },
  }),
];

function followedText({ changed, removed, decided, locked }: LicenseEffects): string {
  const parts = [`Inventory items changed: ${changed + removed}`];
  if (decided > 0) parts.push(`unchanged, because people decided about them: ${decided}`);
  if (locked > 0) parts.push(`unchanged, because their project is locked: ${locked}`);
  return `${parts.join('; ')}.`;
}
