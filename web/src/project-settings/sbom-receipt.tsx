// The receipt of an imported SBOM: what became of each element, and what was left out, repaired or not understood.
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ImportedSbom, SbomElement } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { SbomFilling } from './sbom-filling.tsx';
import { type Fate, fetchElements, issuesQuery, sbomsKey } from './sbom-queries.ts';

const FATES: Record<Fate, { label: string; tone: 'good' | 'wait' | 'notice' | 'bad' }> = {
  MADE: { label: 'New', tone: 'good' },
  JOINED: { label: 'Joined', tone: 'good' },
  SAME: { label: 'Twice', tone: 'wait' },
  LEFT_OUT: { label: 'Left out', tone: 'notice' },
  GONE: { label: 'Gone', tone: 'wait' },
};

const CHANGES: Record<SbomElement['change'], string> = {
  ADDED: 'Added',
  CHANGED: 'Changed',
  UNCHANGED: '',
  GONE: 'No longer named',
};

export function SbomReceipt({ projectId, sbom }: { projectId: number; sbom: ImportedSbom }) {
  const [fate, setFate] = useState<Fate | 'ALL'>('ALL');
  const wanted = fate === 'ALL' ? undefined : fate;
  const rows = usePagedRows([...sbomsKey(projectId), sbom.id, 'elements', fate], (page) =>
    fetchElements(projectId, sbom.id, wanted, page),
  );
  const columns = useMemo(() => columnsOf(projectId), [projectId]);
  const { counts } = sbom;
  const choices = [
    { value: 'ALL', label: `All (${counts.elements + counts.gone})` },
    { value: 'MADE', label: `New (${counts.made})` },
    { value: 'JOINED', label: `Joined (${counts.joined})` },
    { value: 'SAME', label: `Twice (${counts.same})` },
    { value: 'LEFT_OUT', label: `Left out (${counts.leftOut})` },
    { value: 'GONE', label: `Gone (${counts.gone})` },
  ];
  return (
    <Stack gap="sm">
      <Text size="sm">{aboutText(sbom)}</Text>
      <SegmentedControl
        aria-label="Elements"
        data={choices}
        value={fate}
        onChange={(value) => setFate(value as Fate | 'ALL')}
      />
      {rows.error || rows.total === undefined ? (
        <Waiting query={rows} rows={8} title="The elements could not be loaded" />
      ) : (
        <div style={{ height: 320, display: 'flex' }}>
          <DataTable
            name="sbom-elements"
            label="Elements of the SBOM"
            columns={columns}
            count={rows.total}
            rowAt={rows.rowAt}
            idOf={({ place, name, version }) => `${place} ${name} ${version}`}
            onRange={rows.onRange}
            empty={<Text size="sm">There are none.</Text>}
          />
        </div>
      )}
      <SbomFilling projectId={projectId} sbomId={sbom.id} />
      <Issues projectId={projectId} sbom={sbom} />
    </Stack>
  );
}

function aboutText({ format, specVersion, encoding, serial, tools, others, previousId, counts }: ImportedSbom): string {
  const difference =
    previousId === 0
      ? ''
      : ` Against the one before: ${counts.added} added, ${counts.changed} changed, ${counts.gone} gone.`;
  const stays = others.map(({ what, count }) => `${count} ${what}`).join(', ');
  return [
    `${format} ${specVersion} (${encoding})${tools.length === 0 ? '' : `, written by ${tools.join(', ')}`}.`,
    serial === '' ? '' : ` ${serial}.`,
    difference,
    stays === '' ? '' : ` Not imported: ${stays}.`,
  ].join('');
}

function columnsOf(projectId: number): Column<SbomElement>[] {
  return [
    {
      id: 'name',
      header: 'Element',
      size: 260,
      isGrowing: true,
      cell: ({ name, version, inventoryId }) =>
        inventoryId === 0 ? (
          `${name} ${version}`
        ) : (
          <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: inventoryId }}>
            {name} {version}
          </Link>
        ),
    },
    {
      id: 'fate',
      header: 'Became',
      size: 110,
      cell: ({ fate }) => <Label tone={FATES[fate].tone}>{FATES[fate].label}</Label>,
    },
    { id: 'change', header: 'Change', size: 130, cell: ({ change }) => CHANGES[change] },
    { id: 'why', header: 'Why', size: 300, cell: ({ why }) => why },
    { id: 'place', header: 'Place', size: 180, cell: ({ place }) => place },
  ];
}

function Issues({ projectId, sbom }: { projectId: number; sbom: ImportedSbom }) {
  const query = useQuery(issuesQuery(projectId, sbom.id));
  const { data } = query;
  if (sbom.counts.issues === 0) return null;
  if (data === undefined) return <Waiting query={query} rows={2} title="The remarks could not be loaded" />;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {countOf(sbom.counts.issues, 'remark')}
      </Text>
      {data.rows.map(({ code, place, message }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: remarks have no id, and the list never changes
        <Text size="sm" key={at}>
          {code.replaceAll('-', ' ')}: {message} {message.includes(place) ? '' : `(${place})`}
        </Text>
      ))}
      {sbom.counts.issues > data.rows.length && (
        <Text size="sm" c="dimmed">
          {countOf(sbom.counts.issues - data.rows.length, 'more remark')} by the interface.
        </Text>
      )}
    </Stack>
  );
}
