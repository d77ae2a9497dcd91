// @vitest-environment happy-dom
// Which products a project is: proposals of SBOMs are added by a click, all are sent together, and a refusal is shown.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ProductsPanel } from './products-panel.tsx';

let stage: Stage | undefined;
afterEach(() => stage?.close());

const PRODUCTS = { products: ['pkg:oci/shop@1.2'], proposals: ['shop 1.2'], entityVersion: 'first' };

it('sends the former products with those that were added', async () => {
  stage = await startStage({
    'GET /projects/7/products': { body: { data: PRODUCTS } },
    'PUT /projects/7/products': { body: { data: { decided: 3, ended: 0 } } },
  });
  stage.show(<ProductsPanel projectId={7} mayEdit />);
  await stage.user.click(await screen.findByRole('button', { name: 'Add shop 1.2' }));
  expect(screen.queryByRole('button', { name: 'Add shop 1.2' })).toBeNull();
  await stage.user.click(screen.getByRole('button', { name: 'Save products' }));
  await waitFor(() => expect(stage!.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ products: ['pkg:oci/shop@1.2', 'shop 1.2'], entityVersion: 'first' });
});

it('shows why a product was refused', async () => {
  stage = await startStage({
    'GET /projects/7/products': { body: { data: PRODUCTS } },
    'PUT /projects/7/products': refusal('"products[1]" is "pkg:", but must be a package URL.', 400),
  });
  stage.show(<ProductsPanel projectId={7} mayEdit />);
  await stage.user.type(
    await screen.findByLabelText('This project is', { selector: 'input:not([type=hidden])' }),
    'pkg:{Enter}',
  );
  await stage.user.click(screen.getByRole('button', { name: 'Save products' }));
  expect(await screen.findByText(/must be a package URL/)).toBeDefined();
});

it('cannot be changed without the right', async () => {
  stage = await startStage({ 'GET /projects/7/products': { body: { data: PRODUCTS } } });
  stage.show(<ProductsPanel projectId={7} mayEdit={false} />);
  expect(await screen.findByText('pkg:oci/shop@1.2')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save products' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add shop 1.2' })).toBeNull();
});
