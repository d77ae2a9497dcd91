// @vitest-environment happy-dom
// An own advisory is sent with its ranges; blank versions mean all versions.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { OwnAdvisory } from './own-advisory.tsx';

let stage: Stage;
afterEach(() => stage.close());

it.each([
  ['>=1.0 <1.4.2, =2.0', { versions: ['>=1.0 <1.4.2', '=2.0'] }],
  ['', {}],
])('versions "%s"', async (versions, sent) => {
  stage = await startStage({ 'POST /advisories/own': { status: 202, body: { id: 4, message: '' } } });
  stage.show(<OwnAdvisory />);
  const publish = await screen.findByRole('button', { name: 'Publish' });
  await stage.user.click(publish);
  expect(stage.changes()).toEqual([]);
  const fill = async (label: RegExp, text: string) => {
    if (text !== '') await stage.user.type(screen.getByLabelText(label), text);
  };
  await fill(/^Id/, 'ACME-1');
  await fill(/^Package URL/, 'pkg:npm/a');
  await fill(/^Affected versions/, versions);
  await fill(/^Summary/, 'bad');
  await stage.user.click(publish);
  const advisory = { id: 'ACME-1', summary: 'bad', packages: [{ purl: 'pkg:npm/a', ...sent }] };
  await waitFor(() =>
    expect(stage.changes()).toEqual([{ what: 'POST /advisories/own', body: { advisories: [advisory] } }]),
  );
});
