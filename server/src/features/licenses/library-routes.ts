// The search for licenses and the page of one (not in the interface document).
import { signedIn, visibleRows } from '../../http/access.ts';
import { DataOf, Flag, Id, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './library.ts';
import { FoundLicense, LicensePage, LicenseTextFound } from './library-schemas.ts';

const group = 'Licenses';
const missing = { 404: { description: 'No such license' } };
/** A text may have a megabyte. */
const MOST_TEXTS = 20;

export const licenseLibraryRoutes: Route[] = [
  route({
    id: 'findLicenses',
    method: 'GET',
    path: '/library/licenses',
    group,
    isExtra: true,
    summary: 'Licenses that go by some words, the one that they name first',
    description:
      'The order: the id (of a deprecated id, the one that took its place), the full name, another name, beginnings of names, parts of names. Without words, all by id.',
    access: signedIn(),
    query: Type.Object({
      find: Text(255, 'Words of the id, the name or the family', { default: '' }),
      custom: Flag(false, 'Only custom licenses'),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Licenses', schema: PageOf(FoundLicense) } },
    async run({ app, query: { offset, limit, ...query } }) {
      const { licenses, paging } = await operations.findLicenses(app, query, newPage({ offset, limit }));
      return data(licenses, paging);
    },
  }),
  route({
    id: 'getLicensePage',
    method: 'GET',
    path: '/library/licenses/{license}',
    group,
    isExtra: true,
    summary: 'A license with its obligations, other names, and what each policy says of it',
    access: signedIn(),
    params: Type.Object({ license: Text(255, 'Id of the license, or its short name in any case', { minLength: 1 }) }),
    responses: { 200: { description: 'The license', schema: DataOf(LicensePage) }, ...missing },
    run: async ({ app, params }) => data(await operations.licensePage(app, params.license)),
  }),
  route({
    id: 'listLicenseTexts',
    method: 'GET',
    path: '/library/licenses/{licenseId}/texts',
    group,
    isExtra: true,
    summary: "The texts of a license as scans found them, and how they differ from the library's",
    description: 'Of the projects that the caller may see; those of most items first. White space does not count.',
    access: visibleRows(),
    params: Type.Object({ licenseId: Id('License') }),
    query: Type.Object({
      ...PageQuery,
      limit: Type.Integer({ minimum: 1, maximum: MOST_TEXTS, default: 5, description: 'Texts per page' }),
    }),
    responses: { 200: { description: 'Texts', schema: PageOf(LicenseTextFound) }, ...missing },
    async run({ app, caller, params, query }) {
      const { texts, paging } = await operations.textsOfLicense(app, caller, params.licenseId, newPage(query));
      return data(texts, paging);
    },
  }),
];
