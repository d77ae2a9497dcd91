// Which products a project is: statements of suppliers about these products, and about parts of them, decide in the project.
import { productKey } from '@assay/scanner/vex';
import { settleVexOfProject } from '../../analysis-rules/settle-vex.ts';
import type { App } from '../../app.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import {
  listProducts,
  listSubjectsOfSboms,
  listVersionsToSettle,
  type ProjectProduct,
  replaceProducts,
} from '../../db/vulnerabilities/project-products.ts';
import { badRequest } from '../../errors.ts';

export async function productsOf(app: App, projectId: number) {
  const products = (await listProducts(app.db, [projectId])).get(projectId) ?? [];
  const subjects = await listSubjectsOfSboms(app.db, projectId);
  const proposals = subjects.map(({ subject, version }) => [subject, version].filter(Boolean).join(' '));
  return { products, proposals: proposals.filter((one) => productKey(one) !== undefined && !products.includes(one)) };
}

/** All sources decide anew in the project, in the same transaction. */
export async function setProducts(app: App, projectId: number, texts: readonly string[]) {
  const products = texts.map(productIn);
  const twin = products.find(({ written }, at) => products.findIndex((one) => one.written === written) !== at);
  if (twin) throw badRequest(`"products" names ${twin.written} twice.`);
  return app.lockingDb.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_PROJECT');
    await replaceProducts(tx, projectId, products);
    return settleVexOfProject(tx, projectId, await listVersionsToSettle(tx, projectId));
  });
}

function productIn(text: string, at: number): ProjectProduct {
  const written = text.trim();
  const key = productKey(written);
  if (key === undefined)
    throw badRequest(
      `"products[${at}]" is "${written}", but must be a package URL such as pkg:oci/shop@1.2, a CPE such as cpe:2.3:a:house:shop:1.2:*:*:*:*:*:*:*, or a name with its version such as Shop 1.2.`,
    );
  return { written, ...key };
}
