// One component of the library: its details, its versions with their licenses, and where it is used.

import { Button, DataList } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Component } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { WebAddress } from '../../elements/web-address.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { openChangeComponent, openDeleteComponent } from './component-forms.tsx';
import classes from './component-page.module.css';
import { ComponentUses } from './component-uses.tsx';
import { ComponentVersions } from './component-versions.tsx';
import { componentQuery } from './queries.ts';
import { RememberedLicenses } from './remembered-licenses.tsx';

const route = getRouteApi('/signed-in/library/components/$componentId');

export function ComponentPage() {
  const { componentId } = route.useParams();
  const component = useQuery(componentQuery(componentId));
  if (!component.isSuccess) return <Waiting query={component} rows={10} title="This component could not be loaded" />;
  return (
    <div className={classes.page}>
      <header>
        <nav className={classes.trail} aria-label="Path of the component">
          <Link to="/library/components">Components</Link>
        </nav>
        <div className={classes.head}>
          <h1 className={classes.title}>{component.data.title}</h1>
          {component.data.custom && <Label tone="notice">Custom</Label>}
          <Actions component={component.data} />
        </div>
      </header>
      <Panel>
        <Facts component={component.data} />
      </Panel>
      <ComponentVersions component={component.data} />
      <RememberedLicenses componentId={componentId} />
      <ComponentUses componentId={componentId} />
    </div>
  );
}

function Actions({ component }: { component: Component }) {
  const mayKeep = useSystemPermission('library_manager');
  const navigate = route.useNavigate();
  if (!component.custom || !mayKeep) return null;
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPencil size={15} />}
        onClick={() => openChangeComponent(component)}
      >
        Change
      </Button>
      <Button
        variant="default"
        color="red"
        size="compact-sm"
        leftSection={<IconTrash size={15} />}
        onClick={() => openDeleteComponent(component, () => navigate({ to: '/library/components' }))}
      >
        Delete
      </Button>
    </div>
  );
}

function Facts({ component }: { component: Component }) {
  const facts: [string, ReactNode][] = [
    ['Name', component.name !== component.title && component.name],
    ['Forge', component.forge],
    ['Package URL', component.purl !== 'N/A' && component.purl && <span className="mono">{component.purl}</span>],
    ['CPE', component.componentCPEList.map(({ cpeVendor, cpeProduct }) => `${cpeVendor}:${cpeProduct}`).join(', ')],
    ['Web address', <WebAddress key="url" address={component.url} />],
    ['Description', component.description],
    ['Contains cryptography', component.encryption === 'YES' && 'Yes'],
  ];
  return (
    <DataList gap={6} labelWidth="110px">
      {facts
        .filter(([label, value]) => value && (label !== 'Web address' || !['', 'NA'].includes(component.url)))
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}
