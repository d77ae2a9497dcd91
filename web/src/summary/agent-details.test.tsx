// @vitest-environment happy-dom
// The details of a code base of a build machine.
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { AgentDetails } from './agent-details.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('says what was scanned and what it brings into the inventory', async () => {
  const vulnerabilities = { CRITICAL: 1, HIGH: 0, MEDIUM: 2, LOW: 0, NONE: 0, UNKNOWN: 0 };
  const agent = {
    ...{
      alias: 'ci',
      host: 'builder',
      root: '/srv/code',
      totalFiles: 1200,
      sizeBytes: 5_000_000,
      numberOfLines: 90_000,
    },
    ...{ analyzerVersion: '33', lastScanCompletedOn: '2026-11-29 04:00:00', vulnerabilities },
    inventory: { items: 7, published: 5, rejected: 1, drafts: 1, notCompared: 2 },
  };
  const folder = { kind: 'folder', name: 'src', path: 'src', files: 3, id: null, sizeBytes: null, language: '', spdx: [], isReviewed: false, inInventory: false }; // biome-ignore format: one claim
  const file = {
    ...folder,
    kind: 'file',
    name: 'a.c',
    path: 'src/a.c',
    files: 1,
    id: 4,
    sizeBytes: 2000,
    spdx: ['MIT'],
  };
  stage = await startStage({
    'GET /projects/9/scanNodes/ci': { body: { data: agent } },
    'GET /projects/9/scanNodes/ci/codebase': ({ what }) => ({
      body: { data: { path: '', entries: what.includes('folderPath=src') ? [file] : [folder], next: null } },
    }),
  });
  stage.show(<AgentDetails projectId={9} alias="ci" />);
  expect(await screen.findByText('/srv/code')).toBeTruthy();
  expect(screen.getByText('7, of which 5 published, 1 rejected, 1 undecided')).toBeTruthy();
  expect(screen.getByText('2 components with no advisories')).toBeTruthy();
  expect(screen.getByText('1 Critical, 2 Medium')).toBeTruthy();
  fireEvent.click(await screen.findByText('src/'));
  expect(await screen.findByText('a.c')).toBeTruthy();
  expect(screen.getByText('MIT, 2.0 kB')).toBeTruthy();
});
