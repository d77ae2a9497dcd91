// Administration: how projects are scanned. Built-in profiles can be shown and copied, others also changed and deleted.

import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ScanProfile } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { CellButton } from '../elements/cell-button.tsx';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { scanProfilesQuery } from './queries.ts';
import { openDeleteScanProfile, openNewScanProfile, openScanProfile } from './scan-profile-forms.tsx';

export function ScanProfilesPanel() {
  const profiles = useQuery(scanProfilesQuery);
  // The profiles are sorted by id. The first one is the Standard Scan Profile.
  const template = profiles.data?.[0];
  return (
    <div className={classes.column}>
      <PageHead
        title="Scan profiles"
        intro="A scan profile says what scans skip, search for and add to the inventory. Each project chooses its profile in its settings. Changes apply from the next scan."
      >
        <Button
          leftSection={<IconPlus size={15} />}
          disabled={!template}
          onClick={() => template && openNewScanProfile({ ...template, description: '' })}
        >
          New scan profile
        </Button>
      </PageHead>
      <Panel isFlush>
        {!profiles.isSuccess ? (
          <Waiting query={profiles} rows={3} title="The profiles could not be loaded" />
        ) : (
          <ProfileTable profiles={profiles.data} />
        )}
      </Panel>
    </div>
  );
}

function ProfileTable({ profiles }: { profiles: ScanProfile[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
          <th scope="col">Settings</th>
          <th scope="col">Kind</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {profiles.map((profile) => (
          <tr key={profile.id}>
            <td>
              <CellButton onClick={() => openScanProfile(profile)}>{profile.name}</CellButton>
            </td>
            <td>{profile.description}</td>
            <td>
              <span className={classes.count}>{countOf(profile.settings.exclusions.length, 'exclusion')},</span>{' '}
              <span className={classes.count}>{countOf(profile.settings.searchTerms.length, 'search term')}</span>
            </td>
            <td>
              <Label tone={profile.standard ? 'wait' : 'good'}>{profile.standard ? 'Built-in' : 'Custom'}</Label>
            </td>
            <td>
              <Actions profile={profile} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ profile }: { profile: ScanProfile }) {
  return (
    <div className={classes.cellActions}>
      <RowAction
        label="Copy"
        name={`Copy ${profile.name}`}
        onClick={() => openNewScanProfile(profile, `Copy of ${profile.name}`)}
      >
        <IconCopy size={15} />
      </RowAction>
      {!profile.standard && (
        <>
          <RowAction label="Edit" name={`Edit ${profile.name}`} onClick={() => openScanProfile(profile)}>
            <IconPencil size={15} />
          </RowAction>
          <RowAction
            label="Delete"
            name={`Delete ${profile.name}`}
            isDangerous
            onClick={() => openDeleteScanProfile(profile)}
          >
            <IconTrash size={15} />
          </RowAction>
        </>
      )}
    </div>
  );
}
