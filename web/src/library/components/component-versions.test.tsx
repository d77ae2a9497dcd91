// @vitest-environment happy-dom
// The versions of a component: searched by name, newest first, with licenses. Vulnerabilities are shown only if there
// are any.
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Component, ListedVersion } from '../../api/models.ts';
import { dateText } from '../../elements/quantities.ts';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { ComponentVersions, vulnerabilityCount } from './component-versions.tsx';

const UNKNOWN = { expression: '', source: 'none', words: 'Nothing is known.' } as const;

const STATUS = { body: { data: { dataAsOf: '2026-01-02 03:04:05', dataIsStale: false, sources: [] } } };

let stage: Stage;
afterEach(() => stage.close());

const mit = {
  id: 7,
  name: 'MIT License',
  shortName: 'MIT',
  priority: 'P3',
  url: '',
  description: '',
  familyName: '',
  custom: false,
  externalId: '',
  userPreferredLicense: true,
};

function componentWith(versionList: ListedVersion[]): Component {
  return {
    id: 12,
    name: 'left-pad',
    title: 'left-pad',
    url: '',
    description: '',
    forge: 'npm',
    encryption: 'NO',
    forgeId: 2037,
    custom: false,
    purl: 'pkg:npm/left-pad',
    versionList,
    versions: [],
    licenseList: [],
    componentCPEList: [],
  };
}

const versionNamed = (name: string, more: Partial<ListedVersion> = {}): ListedVersion => ({
  id: Number(name.replaceAll(/\D/g, '')),
  name,
  custom: false,
  purl: `pkg:npm/left-pad@${name}`,
  versionLicenses: [],
  licenseFacts: { declared: UNKNOWN, concluded: UNKNOWN, bundled: [] },
  releaseDate: '',
  withdrawn: false,
  ...more,
});

const versionCells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent);

it('shows the newest first, a part of a long list, all on request, and those whose name matches', async () => {
  stage = await startStage({ 'GET /advisories/status': STATUS });
  stage.show(
    <ComponentVersions component={componentWith(Array.from({ length: 40 }, (_, at) => versionNamed(`1.${at}`)))} />,
  );
  await screen.findByText('40 versions');
  expect(versionCells().length).toBeLessThan(40);
  expect(versionCells()[0]).toBe('1.39');
  await stage.user.click(screen.getByRole('button', { name: /^Show / }));
  expect(versionCells()).toHaveLength(40);
  await stage.user.type(screen.getByLabelText('Find versions'), '.7');
  expect(versionCells()).toEqual(['1.7']);
  await stage.user.type(screen.getByLabelText('Find versions'), 'x');
  expect(screen.getByText('No version found')).toBeTruthy();
});

it('lets library managers delete custom versions, but nobody delete others', async () => {
  const versions = [versionNamed('1.0', { versionLicenses: [mit] }), versionNamed('2.0', { custom: true })];
  stage = await startStage({}, ['library_manager']);
  stage.show(<ComponentVersions component={componentWith(versions)} />);
  await screen.findByText('2 versions');
  expect(
    screen.getAllByRole('button', { name: /^Delete version/ }).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Delete version 2.0']);
  expect(screen.getByRole('row', { name: /^1\.0/ }).textContent).toContain('MIT P3, set for all inventory');
  expect(screen.getByRole('row', { name: /^2\.0/ }).textContent).toContain('Not known');
  expect(screen.queryByText('Vulnerabilities')).toBeNull();
});

it('offers no deletion to other users, and counts vulnerabilities by severity', async () => {
  const summary = [{ CvssV3: { Critical: 1, High: 0, Medium: 2, Low: 0, None: 0 } }];
  const versions = [versionNamed('1.0', { vulnerabilitySummary: summary }), versionNamed('2.0', { custom: true })];
  stage = await startStage({
    'GET /components/10/vulnerabilities': {
      body: { data: [{ vulnerabilityId: 1, vulnerabilityName: 'CVE-2021-44228' }] },
      total: 3,
    },
  });
  stage.show(<ComponentVersions component={componentWith(versions)} />);
  const open = await screen.findByRole('button', { name: '1 critical, 2 medium' });
  expect(screen.queryByRole('button', { name: /^Delete version/ })).toBeNull();
  expect(screen.getByRole('row', { name: /^2\.0/ }).textContent).toContain('None known');
  await stage.user.click(open);
  await screen.findByText('CVE-2021-44228');
  expect(screen.getByText('and 2 more; the API lists all.')).toBeTruthy();
});

it('shows no counts without a summary', () => {
  expect(vulnerabilityCount({})).toBe(0);
  expect(vulnerabilityCount({ vulnerabilitySummary: [{ CvssV2: { High: 2 } }, { CvssV3: { Low: 1 } }] })).toBe(3);
});

it('shows releases and withdrawn versions that a registry reported', async () => {
  stage = await startStage({ 'GET /advisories/status': STATUS });
  const versions = [
    versionNamed('1.0', { releaseDate: '2020-03-01T10:00:00.000Z', withdrawn: true }),
    versionNamed('2.0'),
  ];
  stage.show(<ComponentVersions component={componentWith(versions)} />);
  const row = (await screen.findByText('1.0')).closest('tr')!;
  expect(within(row).getByText(dateText('2020-03-01T10:00:00.000Z'))).toBeTruthy();
  expect(within(row).getByText('Withdrawn')).toBeTruthy();
  expect(screen.getAllByText('Withdrawn')).toHaveLength(1);
});

it.each([
  [null, true, 'Unknown', /No advisories imported/],
  ['2026-01-02 03:04:05', false, 'None known', /Advisories of/],
])('a version without vulnerabilities, with data of %s', async (dataAsOf, dataIsStale, words, age) => {
  const counts = (high: number) => ({ vulnerabilitySummary: [{ CvssV3: { High: high } }] });
  stage = await startStage({ 'GET /advisories/status': { body: { data: { dataAsOf, dataIsStale, sources: [] } } } });
  stage.show(
    <ComponentVersions component={componentWith([versionNamed('1.0', counts(0)), versionNamed('2.0', counts(3))])} />,
  );
  await screen.findByText(age);
  screen.getByText(words);
  screen.getByText('3 high');
});

it('a version that was not compared is not shown as one without vulnerabilities', async () => {
  stage = await startStage({ 'GET /advisories/status': STATUS });
  const coverage = {
    state: 'not-compared',
    reason: 'ecosystem',
    inShort: 'no data for Maven',
    sentence: 'The advisories hold no record for Maven.',
    note: '',
  } as const;
  const counts = (high: number) => ({ vulnerabilitySummary: [{ CvssV3: { High: high } }], coverage });
  stage.show(
    <ComponentVersions component={componentWith([versionNamed('1.0', counts(0)), versionNamed('2.0', counts(3))])} />,
  );
  expect((await screen.findByText('Not compared: no data for Maven')).title).toContain('no record for Maven');
  expect(screen.queryByText('None known')).toBeNull();
  screen.getByText('3 high');
});
