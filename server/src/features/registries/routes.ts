// Package registries (not in the interface document, which only says that scans may ask them).
import { permission, signedIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, ListOf, Message, Type } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { PackageLookup, Registry, RegistryInput, RegistryName, RegistryTest } from './schemas.ts';

const group = 'Registries';
const administrates = permission('system_admin');
const params = Type.Object({ registryName: RegistryName('Registry') });

const registry = entity({
  name: 'registry',
  unrecorded: ['baseAddress', 'userName', 'secret'],
  members: Object.keys(RegistryInput.properties),
  load: ({ app, params: { registryName } }) => operations.describeRegistry(app, registryName as string),
});

export const registryRoutes: Route[] = [
  route({
    id: 'listRegistries',
    method: 'GET',
    path: '/registries',
    group,
    isExtra: true,
    summary: 'Package registries that scans may ask, with masked secrets',
    access: administrates,
    responses: { 200: { description: 'All of them', schema: ListOf(Registry) } },
    run: async ({ app }) => data(await operations.describeRegistries(app)),
  }),
  route({
    id: 'getRegistry',
    method: 'GET',
    path: '/registries/{registryName}',
    group,
    isExtra: true,
    summary: 'One package registry, its secret masked',
    access: administrates,
    params,
    shows: registry,
    responses: { 200: { description: 'The registry', schema: DataOf(Registry) } },
    run: async ({ app, params }) => data(await operations.describeRegistry(app, params.registryName)),
  }),
  route({
    id: 'updateRegistry',
    method: 'PUT',
    path: '/registries/{registryName}',
    group,
    isExtra: true,
    summary: 'Switches a package registry on or off, and changes its address and user',
    access: administrates,
    params,
    body: RegistryInput,
    edits: registry,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'A field is wrong, or the secret must be given again' },
    },
    async run({ app, params, body }) {
      await operations.changeRegistry(app, params.registryName, body);
      return done('Registry updated successfully.');
    },
  }),
  route({
    id: 'testRegistry',
    method: 'POST',
    path: '/registries/{registryName}/test',
    group,
    isExtra: true,
    summary: 'Asks a package registry for a well-known package with its settings; stores nothing',
    access: administrates,
    params,
    responses: {
      200: { description: 'What it answered', schema: DataOf(RegistryTest) },
      400: { description: 'The registry cannot be reached or refuses; the message says why' },
    },
    run: async ({ app, params }) => data(await operations.testRegistry(app, params.registryName)),
  }),
  route({
    id: 'forgetRegistryLookups',
    method: 'DELETE',
    path: '/registries/{registryName}/lookups',
    group,
    isExtra: true,
    summary: 'Deletes the stored answers of a package registry, so that the next scans ask again',
    access: administrates,
    params,
    responses: { 200: { description: 'Forgotten', schema: Message } },
    run: async ({ app, params }) => done(await operations.forgetLookups(app, params.registryName)),
  }),
  route({
    id: 'getPackageLookup',
    method: 'GET',
    path: '/packageLookup',
    group,
    isExtra: true,
    summary:
      'The stored answer of a package registry on a package: description, versions with license and date of release',
    access: signedIn(),
    query: Type.Object({
      purl: Type.String({ description: 'Package URL; a version in it does not matter', maxLength: 2000 }),
    }),
    responses: {
      200: { description: "The registry's answer", schema: DataOf(PackageLookup) },
      400: { description: 'The package URL is wrong' },
      404: { description: 'No scan has asked for it' },
    },
    run: async ({ app, query }) => data(await operations.describeLookup(app, query.purl)),
  }),
];
