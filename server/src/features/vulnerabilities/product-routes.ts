// Which products a project is (not in the interface document).
import { onProject, projectIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { VexSettled } from '../../http/models/analysis-model.ts';
import { DataOf, Id, Model, Text, Type, versioned } from '../../http/models/schemas.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { productsOf, setProducts } from './products.ts';

const group = 'Vulnerability';
const params = Type.Object({ projectId: Id('Project') });
const missing = { 404: { description: 'No such project' } };

const ProjectProducts = Model('ProjectProducts', {
  products: Type.Array(Type.String(), {
    description: 'What suppliers call the product: package URLs, CPEs, names with versions',
  }),
  proposals: Type.Array(Type.String(), { description: 'What the SBOMs that the project imported say it is' }),
  ...versioned,
});

const ProjectProductsInput = Model('ProjectProductsChange', {
  products: Type.Array(Text(2000, 'Package URL such as pkg:oci/shop@1.2, CPE, or name with its version: Shop 1.2'), {
    maxItems: 20,
    description: 'Replaces the former ones; an empty list for none',
  }),
  ...versioned,
});

const products = entity({
  name: 'products of the project',
  members: ['products'],
  load: ({ app, params }) => productsOf(app, params.projectId),
});

export const productRoutes: Route[] = [
  route({
    id: 'getProjectProducts',
    method: 'GET',
    path: '/projects/{projectId}/products',
    group,
    isExtra: true,
    summary: 'Which products a project is, in the words of suppliers',
    description: 'Statements of VEX sources about these products, and about parts of them, decide in the project.',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params,
    shows: products,
    responses: { 200: { description: 'The products', schema: DataOf(ProjectProducts) }, ...missing },
    run: async ({ app, params }) => data(await productsOf(app, params.projectId)),
  }),
  route({
    id: 'setProjectProducts',
    method: 'PUT',
    path: '/projects/{projectId}/products',
    group,
    isExtra: true,
    summary: 'Says which products a project is',
    description:
      'Takes effect at once: sources of VEX decide anew in the project. A product counts only with the version that it is written with; one without a version matches statements about all versions.',
    access: onProject('ANALYZE_VULNERABILITIES', projectIn('params')),
    params,
    body: ProjectProductsInput,
    edits: products,
    responses: {
      200: { description: 'What has changed', schema: DataOf(VexSettled) },
      400: { description: 'A text is no package URL, CPE or name, or is there twice' },
      409: { description: 'The project is completed, and so locked' },
      ...missing,
    },
    run: async ({ app, params, body }) => data(await setProducts(app, params.projectId, body.products)),
  }),
];
