// @vitest-environment happy-dom
// Two users connect one project to a tracker. The second one sees both versions and chooses.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Call, type Stage, startStage } from '../testing/stage.tsx';
import { openProjectTracker } from './tracker-form.tsx';

const instances = [{ id: 1, name: 'House Jira' }];
const tieOf = (projectKey: string, entityVersion: string) => ({
  link: { instanceId: 1, instanceName: 'House Jira', projectKey, issueType: 'Task', priority: '' },
  instances,
  entityVersion,
});

interface Sent {
  projectKey: string;
  entityVersion: string;
}

let stage: Stage;
const sent = () => stage.changes().map(({ body }) => [(body as Sent).projectKey, (body as Sent).entityVersion]);
afterEach(() => stage.close());

it('sends the version with which the dialog was opened, and shows what the other user saved', async () => {
  const now = tieOf('THEIRS', 'second');
  stage = await startStage({
    'GET /projects/7/alm': { body: { data: tieOf('OLD', 'first') } },
    'PUT /projects/7/alm': ({ body }: Call) =>
      (body as { entityVersion: string }).entityVersion === 'second'
        ? { body: { message: 'Saved' } }
        : { status: 409, body: { errors: [{ message: 'Changed by somebody else.' }], data: now } },
  });
  stage.show(
    <button type="button" onClick={() => openProjectTracker(7)}>
      Open
    </button>,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'Open' }));
  const key = await screen.findByLabelText('Project key');
  await stage.user.clear(key);
  await stage.user.type(key, 'MINE');
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else has saved this in the meantime');
  expect(screen.getByRole('radio', { name: 'Yours: MINE' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Theirs (saved): THEIRS' })).toBeTruthy();
  expect(sent()).toEqual([['MINE', 'first']]);
  await stage.user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual(['MINE', 'second']);
});
