// Library: all licenses. Custom ones are made, changed and deleted by library managers; scans look for their texts.
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import classes from '../administration/administration-page.module.css';
import { Label } from '../elements/badges.tsx';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import { RowAction } from '../elements/row-action.tsx';
import { licensesQuery } from '../inventory/library-queries.ts';
import { useSystemPermission } from '../session/session.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { fits } from './license-find.ts';
import { openDeleteLicense, openLicense, openNewLicense } from './license-forms.tsx';
import type { LicenseSummary } from './license-queries.ts';

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
  if (licenses.isPending) return <LoadingRows />;
  if (licenses.isError)
    return <Failed error={licenses.error} onRetry={() => licenses.refetch()} title="The licenses could not be shown" />;
  return (
    <div className={classes.fill}>
      <div>
        <div className={classes.bar}>
          <h1 className={classes.title}>Licenses</h1>
          {mayKeep && (
            <Button leftSection={<IconPlus size={15} />} onClick={openNewLicense}>
              New license
            </Button>
          )}
        </div>
        <p className={classes.intro}>
          Licenses of the SPDX list, those that scans met, and your own. The text of a custom license is looked for by
          every scan that begins from then on.
        </p>
        <Group gap="md" mt="sm">
          <TextInput
            aria-label="Find licenses"
            placeholder="Words of a name"
            leftSection={<IconSearch size={15} />}
            defaultValue={find ?? ''}
            onChange={({ currentTarget }) =>
              navigate({ search: (old) => ({ ...old, find: currentTarget.value || undefined }), replace: true })
            }
            w={260}
            data-page-search
          />
          <Checkbox
            label="Custom ones only"
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
          <Empty icon={<IconSearch />} title="No license fits">
            {custom ? 'Nobody has made a custom license of this name.' : 'Try fewer words.'}
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
