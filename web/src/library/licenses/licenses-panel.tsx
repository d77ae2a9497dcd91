// Library: all licenses. Library managers create, change and delete custom ones. Scans search for their texts.

import { Button, Checkbox, Group } from '@mantine/core';
import { IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FoundLicense } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Failed } from '../../elements/page-state.tsx';
import { countOf } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { SearchInput } from '../../elements/search-input.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { ExportMenu } from '../../table/export/export-menu.tsx';
import { usePagedRows } from '../../table/paged-rows.ts';
import { openDeleteLicense, openNewLicense } from './license-forms.tsx';
import { FOUND_LICENSES_KEY, fetchFoundLicenses } from './queries.ts';

const route = getRouteApi('/signed-in/library/licenses');

export function LicensesPanel() {
  const { find, custom } = route.useSearch();
  const navigate = route.useNavigate();
  const mayKeep = useSystemPermission('library_manager');
  const licenses = usePagedRows([...FOUND_LICENSES_KEY, find, custom], (page) =>
    fetchFoundLicenses({ find, custom }, page),
  );
  const columns = useMemo(() => columnsFor(mayKeep), [mayKeep]);
  const { total } = licenses;
  return (
    <div className={classes.fill}>
      <div>
        <PageHead
          title="Licenses"
          intro="Licenses of the SPDX list, licenses that scans found, and custom licenses. New scans also search for the text of custom licenses."
        >
          <ExportMenu rows={licenses} name="licenses" size="sm" />
          {mayKeep && (
            <Button leftSection={<IconPlus size={15} />} onClick={openNewLicense}>
              New license
            </Button>
          )}
        </PageHead>
        <Group gap="md" mt="sm">
          <SearchInput
            label="Find licenses"
            placeholder="Search by name ( / )"
            find={find ?? ''}
            onFind={(next) => navigate({ search: (old) => ({ ...old, find: next || undefined }), replace: true })}
            w={260}
          />
          <Checkbox
            label="Only custom"
            checked={custom ?? false}
            onChange={({ currentTarget }) =>
              navigate({ search: (old) => ({ ...old, custom: currentTarget.checked || undefined }), replace: true })
            }
          />
          {total !== undefined && <span className="number">{countOf(total, 'license')}</span>}
        </Group>
      </div>
      {licenses.error ? (
        <Failed error={licenses.error} onRetry={licenses.refetch} title="The licenses could not be loaded" />
      ) : (
        <DataTable
          name="licenses"
          label="Licenses"
          columns={columns}
          count={total ?? 0}
          rowAt={licenses.rowAt}
          idOf={({ id }) => id}
          onRange={licenses.onRange}
          onOpen={({ id }) => navigate({ to: '/licenses/$license', params: { license: String(id) } })}
          empty={
            total !== undefined && (
              <Empty icon={<IconSearch />} title="No license found">
                {custom ? 'No custom license has this name.' : 'Try fewer words.'}
              </Empty>
            )
          }
        />
      )}
    </div>
  );
}

function columnsFor(mayKeep: boolean): Column<FoundLicense>[] {
  return [
    {
      id: 'shortName',
      header: 'Short name',
      size: 200,
      cell: ({ id, shortName }) => (
        <Link to="/licenses/$license" params={{ license: String(id) }} title={shortName}>
          {shortName}
        </Link>
      ),
    },
    { id: 'name', header: 'Name', size: 220, isGrowing: true, cell: ({ name }) => name },
    { id: 'priority', header: 'Priority', size: 80, cell: ({ priority }) => `P${priority}` },
    { id: 'family', header: 'Family', size: 170, cell: ({ familyName }) => familyName },
    {
      id: 'kind',
      header: 'Kind',
      size: 130,
      cell: ({ custom, isDeprecated, isException }) =>
        custom ? (
          <Label tone="notice">Custom</Label>
        ) : isDeprecated ? (
          <Label tone="wait">Deprecated id</Label>
        ) : (
          isException && 'Exception'
        ),
    },
    ...(mayKeep
      ? [
          {
            id: 'actions',
            header: '',
            size: 50,
            cell: (license: FoundLicense) =>
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
