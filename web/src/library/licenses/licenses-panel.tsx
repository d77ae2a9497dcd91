// Library: all licenses. Library managers create, change and delete custom ones. Scans search for their texts.

import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { LicenseSummary } from '../../api/models.ts';
import { licensesQuery } from '../../choices/library-queries.ts';
import { Label } from '../../elements/badges.tsx';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { countText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { fits } from './license-find.ts';
import { openDeleteLicense, openLicense, openNewLicense } from './license-forms.tsx';

const route = getRouteApi('/signed-in/library/licenses');

export function LicensesPanel() {
  const { find, custom } = route.useSearch();
  const navigate = route.useNavigate();
  const mayKeep = useSystemPermission('library_manager');
  const licenses = useQuery(licensesQuery);
  const shown = useMemo(
    () => (licenses.data ?? []).filter((license) => (!custom || license.custom) && fits(license, find ?? '')),
    [licenses.data, find, custom],
  );
  const columns = useMemo(() => columnsFor(mayKeep), [mayKeep]);
  if (!licenses.isSuccess) return <Waiting query={licenses} title="The licenses could not be loaded" />;
  return (
    <div className={classes.fill}>
      <div>
        <PageHead
          title="Licenses"
          intro="Licenses of the SPDX list, licenses that scans found, and custom licenses. New scans also search for the text of custom licenses."
        >
          {mayKeep && (
            <Button leftSection={<IconPlus size={15} />} onClick={openNewLicense}>
              New license
            </Button>
          )}
        </PageHead>
        <Group gap="md" mt="sm">
          <TextInput
            aria-label="Find licenses"
            placeholder="Search by name ( / )"
            leftSection={<IconSearch size={15} />}
            defaultValue={find ?? ''}
            onChange={({ currentTarget }) =>
              navigate({ search: (old) => ({ ...old, find: currentTarget.value || undefined }), replace: true })
            }
            w={260}
            data-page-search
          />
          <Checkbox
            label="Only custom"
            checked={custom ?? false}
            onChange={({ currentTarget }) =>
              navigate({ search: (old) => ({ ...old, custom: currentTarget.checked || undefined }), replace: true })
            }
          />
          <span className="number">
            {countText(shown.length)} of {countText(licenses.data.length)}
          </span>
        </Group>
      </div>
      <DataTable
        name="licenses"
        label="Licenses"
        columns={columns}
        count={shown.length}
        rowAt={(index) => shown[index]}
        idOf={({ id }) => id}
        onSelect={(license) => openLicense(license, mayKeep)}
        empty={
          <Empty icon={<IconSearch />} title="No license found">
            {custom ? 'No custom license has this name.' : 'Try fewer words.'}
          </Empty>
        }
      />
    </div>
  );
}

function columnsFor(mayKeep: boolean): Column<LicenseSummary>[] {
  return [
    { id: 'shortName', header: 'Short name', size: 200, cell: ({ shortName }) => shortName },
    { id: 'name', header: 'Name', size: 220, isGrowing: true, cell: ({ name }) => name },
    { id: 'priority', header: 'Priority', size: 80, cell: ({ priority }) => `P${priority}` },
    { id: 'family', header: 'Family', size: 170, cell: ({ familyName }) => familyName },
    {
      id: 'kind',
      header: 'Kind',
      size: 110,
      cell: ({ custom }) => custom && <Label tone="notice">Custom</Label>,
    },
    ...(mayKeep
      ? [
          {
            id: 'actions',
            header: '',
            size: 50,
            cell: (license: LicenseSummary) =>
              license.custom && (
                // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keeps the click on the button from opening the row
                <span onClick={(event) => event.stopPropagation()}>
                  <RowAction
                    label="Delete"
                    name={`Delete ${license.shortName}`}
                    isDangerous
                    onClick={() => openDeleteLicense(license)}
                  >
                    <IconTrash size={15} />
                  </RowAction>
                </span>
              ),
          },
        ]
      : []),
  ];
}
