// @vitest-environment happy-dom
// A draft stays until it is saved or discarded, or the user signs out, even if its form is closed.
import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { changesOf, forgetDrafts, withChanges } from './draft-store.ts';
import { useDraftForm, useHasDraft } from './drafts.ts';

let stage: Stage;
afterEach(async () => {
  forgetDrafts();
  await stage.close();
});

interface Saved extends Record<string, unknown> {
  title: string;
  fields: Record<string, string>;
}

function ThingForm({ id, saved }: { id: number; saved: Saved }) {
  const { form, settle, discard } = useDraftForm(`thing ${id}`, { initialValues: saved });
  return (
    <form>
      <TextInput label="Title" {...form.getInputProps('title')} />
      <TextInput label="Owner" {...form.getInputProps('fields.owner')} />
      <button type="button" onClick={settle}>
        Save
      </button>
      <button type="button" onClick={discard}>
        Discard
      </button>
    </form>
  );
}

/** Shows one of two objects. A button changes the title of an object on the server. */
function Things() {
  const [id, setId] = useState(1);
  const [title, setTitle] = useState('Old title');
  const [isShown, setShown] = useState(true);
  const hasDraft = useHasDraft('thing 1');
  return (
    <>
      <button type="button" onClick={() => setId(3 - id)}>
        Other
      </button>
      <button type="button" onClick={() => setShown(!isShown)}>
        Hide or show
      </button>
      <button type="button" onClick={() => setTitle('New title')}>
        News
      </button>
      <output>{hasDraft ? 'not saved' : 'all saved'}</output>
      {isShown && (
        <ThingForm key={`${id} ${title}`} id={id} saved={{ title, fields: { owner: 'Ada', place: 'here' } }} />
      )}
    </>
  );
}

const click = (name: string) => stage.user.click(screen.getByRole('button', { name }));
const typed = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const mark = () => screen.getByRole('status').textContent;

async function typeOwner(): Promise<void> {
  stage = await startStage({});
  stage.show(<Things />);
  await stage.user.type(await screen.findByLabelText('Owner'), ' Lovelace');
  expect(mark()).toBe('not saved');
}

it('keeps the input while the form is hidden or another object is shown', async () => {
  await typeOwner();
  await click('Hide or show');
  await click('Hide or show');
  expect(typed('Owner')).toBe('Ada Lovelace');
  await click('Other');
  expect([typed('Owner'), mark()]).toEqual(['Ada', 'not saved']);
  await click('Other');
  expect([typed('Owner'), typed('Title')]).toEqual(['Ada Lovelace', 'Old title']);
});

it('shows new values of the server, except in edited fields', async () => {
  await typeOwner();
  await click('News');
  expect([typed('Owner'), typed('Title')]).toEqual(['Ada Lovelace', 'New title']);
});

it.each(['Save', 'Discard'])('discards the draft with "%s"', async (button) => {
  await typeOwner();
  await click(button);
  expect(mark()).toBe('all saved');
  await click('Hide or show');
  await click('Hide or show');
  expect(typed('Owner')).toBe('Ada');
});

it('discards the draft when the input equals the original again', async () => {
  await typeOwner();
  await stage.user.type(screen.getByLabelText('Owner'), '{Backspace}'.repeat(' Lovelace'.length));
  expect([typed('Owner'), mark()]).toEqual(['Ada', 'all saved']);
});

it('warns before the page is closed while a draft is not saved', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await typeOwner();
  expect(isAsked()).toBe(true);
  await click('Discard');
  expect(isAsked()).toBe(false);
});

it('reports the fields that differ, also inside groups', () => {
  const saved = { a: '1', group: { b: '2', c: '3' } };
  const values = { a: '1', group: { b: '2', c: '' }, d: 'new' };
  const changes = changesOf(saved, values);
  expect(changes).toEqual({ group: { c: '' }, d: 'new' });
  expect(withChanges(saved, changes!)).toEqual(values);
  expect(changesOf(saved, saved)).toBeUndefined();
});
