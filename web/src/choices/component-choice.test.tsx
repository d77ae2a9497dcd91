// @vitest-environment happy-dom
// What is typed into a choice stays when the label of its value arrives after it.
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Answer, type Stage, startStage } from '../testing/stage.tsx';
import { LicenseSelect } from './component-choice.tsx';
import { FolderChoice } from './folder-choice.tsx';
import { UserChoice } from './user-choice.tsx';

const license = (id: number, shortName: string) => ({
  id,
  shortName,
  spdxIdentifier: shortName,
  name: `${shortName} License`,
  priority: 'P3',
  url: '',
  description: '',
});
const [MIT, ISC] = [license(7, 'MIT'), license(8, 'ISC')];
const found = (...data: unknown[]): Answer => ({ body: { data }, total: data.length });

let stage: Stage;
afterEach(() => stage.close());

function Chosen() {
  const [value, setValue] = useState(MIT?.id ?? 0);
  return <LicenseSelect value={value} onChange={setValue} />;
}

/** An answer that is given when the test says so. */
function later(answer: Answer) {
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { send: () => send(), answer: () => held.then(() => answer) };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });

/** Types before the answer, and looks whether that is still there after it. */
async function typeBefore(send: () => void, name: string, text: string) {
  await stage.user.type(await screen.findByRole('combobox', { name }), text);
  const waiting = stage.isQuiet();
  send();
  await waitFor(() => expect(stage.isQuiet()).toBe(true));
  expect(waiting).toBe(false);
  expect(field(name).value).toBe(text);
}

it('keeps what was typed before the list arrived, and shows the chosen license when the field is left', async () => {
  const { send, answer } = later(found(MIT, ISC));
  stage = await startStage({ 'GET /licenses/listAll': answer, 'GET /library/licenses': found(ISC) });
  stage.show(<Chosen />);
  await typeBefore(send, 'License', 'IS');
  await stage.user.type(field('License'), 'C');
  expect(field('License').value).toBe('ISC');
  await stage.user.tab();
  await waitFor(() => expect(field('License').value).toBe('MIT · MIT License'));
});

it('keeps a part of a folder that was typed before the path of the chosen one arrived', async () => {
  const { send, answer } = later({ body: { data: { id: 3, name: 'Shops', path: 'Projects / Shops' } } });
  stage = await startStage({ 'GET /folders/3': answer, 'GET /folders/search': found() });
  stage.show(<FolderChoice label="Folder" value={3} />);
  await typeBefore(send, 'Folder', 'To');
});

it('keeps a part of a name that was typed before the name of the chosen user arrived', async () => {
  const ada = { id: 1, login: 'ada', firstName: 'Ada', lastName: 'Byron', email: '' };
  const { send, answer } = later(found(ada));
  stage = await startStage({ 'GET /users/lookup': answer });
  stage.show(<UserChoice label="Owner" value="ada" />);
  await waitFor(() => expect(field('Owner').value).toBe('ada'));
  await stage.user.clear(field('Owner'));
  await typeBefore(send, 'Owner', 'Gr');
});

it('shows the license that was chosen after typing', async () => {
  stage = await startStage({ 'GET /licenses/listAll': found(MIT, ISC), 'GET /library/licenses': found(ISC) });
  stage.show(<Chosen />);
  await waitFor(() => expect(field('License').value).toBe('MIT · MIT License'));
  await stage.user.clear(field('License'));
  await stage.user.type(field('License'), 'ISC');
  await stage.user.click(await screen.findByRole('option', { name: 'ISC · ISC License' }));
  await waitFor(() => expect(field('License').value).toBe('ISC · ISC License'));
});
