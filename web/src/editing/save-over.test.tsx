// @vitest-environment happy-dom
// Two users save one object: the second one sees both texts and chooses.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from '../api/models.ts';
import { ChangeComponent } from '../library/components/component-forms.tsx';
import { type Call, type Stage, startStage } from '../testing/stage.tsx';

const component: Component = {
  id: 1_000_000_007,
  name: 'house-widgets',
  title: 'House widgets',
  url: 'NA',
  description: 'Buttons',
  forge: 'other',
  encryption: 'YES',
  forgeId: 1,
  custom: true,
  purl: 'N/A',
  versionList: [],
  versions: [],
  licenseList: [],
  componentCPEList: [],
  entityVersion: 'first',
};
const PUT = 'PUT /components/1000000007';

let stage: Stage;
let now: Component;
beforeEach(async () => {
  now = { ...component, description: 'Buttons and sliders', entityVersion: 'second' };
  stage = await startStage({
    [PUT]: ({ body }: Call) =>
      (body as Component).entityVersion === now.entityVersion
        ? { body: { message: 'Saved' } }
        : { status: 409, body: { errors: [{ message: 'Changed by somebody else.' }], data: now } },
  });
});
afterEach(() => stage.close());

async function saveMine(field: string, text: string): Promise<void> {
  stage.show(<ChangeComponent component={component} />);
  const input = await screen.findByLabelText(field);
  await stage.user.clear(input);
  await stage.user.type(input, text);
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
}
const sent = () => stage.changes().map(({ body }) => body as Component);
const press = (name: string) => stage.user.click(screen.getByRole('button', { name }));

describe('when both changed one field', () => {
  beforeEach(async () => {
    await saveMine('Description', 'Mine');
    await screen.findByText('Somebody else has saved this in the meantime');
  });

  it('shows both texts, and sends nothing before a choice', async () => {
    expect(screen.getByRole('radio', { name: 'Yours: Mine' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Theirs (saved): Buttons and sliders' })).toBeTruthy();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({ description: 'Mine', entityVersion: 'first' });
    await press('Keep theirs');
  });

  it("overwrites with the user's own text", async () => {
    await press('Overwrite with mine');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ description: 'Mine', entityVersion: 'second' });
  });

  it('saves the chosen texts', async () => {
    await stage.user.click(screen.getByRole('radio', { name: 'Theirs (saved): Buttons and sliders' }));
    await press('Save as chosen');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ description: 'Buttons and sliders', entityVersion: 'second' });
  });

  it("keeps the other user's text, says so, and keeps the input", async () => {
    await press('Keep theirs');
    await screen.findByText(/Nothing was saved/);
    expect(screen.getByLabelText('Description')).toHaveProperty('value', 'Mine');
    expect(sent()).toHaveLength(1);
  });

  it('asks again if a third user saves in between', async () => {
    now = { ...now, description: 'A third text', entityVersion: 'third' };
    await press('Overwrite with mine');
    await screen.findByRole('radio', { name: 'Theirs (saved): A third text' });
    await press('Overwrite with mine');
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]).toMatchObject({ description: 'Mine', entityVersion: 'third' });
  });
});

it('keeps both without a question if each user changed another field', async () => {
  await saveMine('Title', 'My title');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ title: 'My title', description: 'Buttons and sliders', entityVersion: 'second' });
});
