// The versions of a component with their licenses, searched by name. Custom versions are created and deleted here.
import { Anchor, Button, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconEraser, IconGavel, IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Component, ListedVersion } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { LicenseFacts } from '../../elements/license-facts.tsx';
import classes from '../../elements/page.module.css';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, countText, dateText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { Freshness } from '../../vulnerabilities/labels.tsx';
import { advisoryStatusQuery } from '../../vulnerabilities/queries.ts';
import { openDeleteVersion, openNewVersion } from './component-forms.tsx';
import own from './component-page.module.css';
import { vulnerabilitiesQuery } from './queries.ts';
import { openForgetLicense, openLicenseDecisions, openVersionLicense } from './version-license.tsx';

/** Few at first, because the list of uses is below. */
const VERSIONS_SHOWN = 15;
const VERSIONS_MORE = 200;

export function ComponentVersions({ component }: { component: Component }) {
  const [find, setFind] = useState('');
  const [most, setMost] = useState(VERSIONS_SHOWN);
  const status = useQuery(advisoryStatusQuery);
  const wanted = find.trim().toLowerCase();
  // Users mostly look for the newest versions.
  const versions = component.versionList.filter(({ name }) => name.toLowerCase().includes(wanted)).reverse();
  const total = component.versionList.length;
  return (
    <Panel
      isFlush
      title={countOf(total, 'version')}
      actions={
        <>
          {total > 10 && (
            <TextInput
              size="xs"
              aria-label="Find versions"
              placeholder="Part of a version"
              value={find}
              onChange={({ currentTarget }) => setFind(currentTarget.value)}
            />
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => openNewVersion(component)}
          >
            New version
          </Button>
        </>
      }
    >
      {versions.length === 0 ? (
        <Empty icon={<IconTag />} title={total === 0 ? 'No versions yet' : 'No version found'}>
          {total === 0 ? 'Create a version so that inventory items can use it.' : 'Try fewer letters.'}
        </Empty>
      ) : (
        <VersionTable component={component} versions={versions.slice(0, most)} />
      )}
      {status.data && (
        <div className={own.note}>
          <Freshness of={status.data} />
        </div>
      )}
      {versions.length > most && (
        <div className={own.note}>
          <Button size="compact-sm" variant="subtle" onClick={() => setMost(most + VERSIONS_MORE)}>
            Show {countText(Math.min(VERSIONS_MORE, versions.length - most))} more of{' '}
            {countText(versions.length - most)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function VersionTable({ component, versions }: { component: Component; versions: ListedVersion[] }) {
  const hasReleases = component.versionList.some(({ releaseDate }) => releaseDate !== '');
  const hasVulnerabilities = component.versionList.some((version) => vulnerabilityCount(version) > 0);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Version</th>
          {hasReleases && <th scope="col">Released</th>}
          <th scope="col">Licenses</th>
          {hasVulnerabilities && <th scope="col">Vulnerabilities</th>}
          <th scope="col">Package URL</th>
          <th scope="col">Kind</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.id}>
            <td>{version.name}</td>
            {hasReleases && <td>{dateText(version.releaseDate)}</td>}
            <td>
              <Licenses version={version} />
              <details>
                <summary>Sources</summary>
                <LicenseFacts facts={version.licenseFacts} />
              </details>
            </td>
            {hasVulnerabilities && (
              <td>
                <Vulnerabilities version={version} />
              </td>
            )}
            <td className="mono">{version.purl === 'N/A' ? '' : version.purl}</td>
            <td>
              {version.custom && <Label tone="notice">Custom</Label>}
              {version.withdrawn && <Label tone="notice">Withdrawn</Label>}
            </td>
            <td>
              <Actions component={component} version={version} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ component, version }: { component: Component; version: ListedVersion }) {
  const mayKeep = useSystemPermission('library_manager');
  const isRemembered = version.versionLicenses.some(({ userPreferredLicense }) => userPreferredLicense);
  return (
    <div className={classes.cellActions}>
      <RowAction
        label="License decisions"
        name={`License decisions on version ${version.name}`}
        onClick={() => openLicenseDecisions(component, version)}
      >
        <IconGavel size={15} />
      </RowAction>
      {mayKeep && (
        <RowAction
          label="Set license"
          name={`Set license of version ${version.name}`}
          onClick={() => openVersionLicense(component, version)}
        >
          <IconPencil size={15} />
        </RowAction>
      )}
      {mayKeep && isRemembered && (
        <RowAction
          label="Forget license"
          name={`Forget license of version ${version.name}`}
          onClick={() => openForgetLicense(component, version)}
        >
          <IconEraser size={15} />
        </RowAction>
      )}
      {mayKeep && version.custom && (
        <RowAction
          label="Delete"
          name={`Delete version ${version.name}`}
          isDangerous
          onClick={() => openDeleteVersion(component, version)}
        >
          <IconTrash size={15} />
        </RowAction>
      )}
    </div>
  );
}

function Licenses({ version: { versionLicenses } }: { version: ListedVersion }) {
  if (versionLicenses.length === 0) return <span className={own.soft}>Not known</span>;
  return (
    <span className={own.licenses}>
      {versionLicenses.map(({ id, name, shortName, priority, userPreferredLicense }) => (
        <span key={id}>
          <Link to="/library/licenses" search={{ find: shortName }} title={name}>
            {shortName}
          </Link>{' '}
          <span className={own.soft}>
            {priority}
            {userPreferredLicense && ', set for all inventory'}
          </span>
        </span>
      ))}
    </span>
  );
}

export function vulnerabilityCount({ vulnerabilitySummary = [] }: Pick<ListedVersion, 'vulnerabilitySummary'>): number {
  const counts = vulnerabilitySummary.flatMap((bySystem) => Object.values(bySystem).flatMap(Object.values<number>));
  return counts.reduce((sum, count) => sum + count, 0);
}

function Vulnerabilities({ version }: { version: ListedVersion }) {
  const status = useQuery(advisoryStatusQuery);
  const count = vulnerabilityCount(version);
  const { coverage } = version;
  if (count === 0 && coverage?.state === 'not-compared')
    return (
      <span className={own.soft} title={coverage.sentence}>
        Not compared: {coverage.inShort}
      </span>
    );
  if (count === 0) return <span className={own.soft}>{status.data?.dataAsOf === null ? 'Unknown' : 'None known'}</span>;
  const parts = (version.vulnerabilitySummary ?? [])
    .flatMap((bySystem) => Object.values(bySystem).flatMap((counts) => Object.entries(counts)))
    .filter(([, many]) => many > 0)
    .map(([severity, many]) => `${countText(many)} ${severity.toLowerCase()}`);
  const open = () =>
    modals.open({
      title: `${countOf(count, 'vulnerability', 'vulnerabilities')} of version ${version.name}`,
      children: <VulnerabilityNames versionId={version.id} />,
    });
  return (
    <Anchor component="button" type="button" size="sm" onClick={open}>
      {parts.join(', ')}
    </Anchor>
  );
}

function VulnerabilityNames({ versionId }: { versionId: number }) {
  const vulnerabilities = useQuery(vulnerabilitiesQuery(versionId));
  if (!vulnerabilities.isSuccess) return <Waiting query={vulnerabilities} rows={4} />;
  const { rows, total } = vulnerabilities.data;
  return (
    <>
      <ul className={classes.list}>
        {rows.map(({ vulnerabilityId, vulnerabilityName }) => (
          <li key={vulnerabilityId}>{vulnerabilityName}</li>
        ))}
      </ul>
      {rows.length < total && <p className={own.soft}>and {countText(total - rows.length)} more; the API lists all.</p>}
    </>
  );
}
