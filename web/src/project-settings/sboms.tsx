// SBOMs of a project: drop one to import it, watch its import, and read the receipts.
import '@mantine/dropzone/styles.css';
import { Anchor, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { modals } from '@mantine/modals';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ImportedSbom } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Refused } from '../elements/form-parts.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { StartedJob } from '../jobs/started-job.tsx';
import classes from '../uploads/upload-panel.module.css';
import { originalAddress, sbomsQuery, useImportSbom } from './sbom-queries.ts';
import { SbomReceipt } from './sbom-receipt.tsx';

interface SbomsProps {
  projectId: number;
  mayImport: boolean;
}

export function Sboms({ projectId, mayImport }: SbomsProps) {
  const sboms = useQuery(sbomsQuery(projectId));
  if (!mayImport && (sboms.data?.total ?? 0) === 0) return null;
  return (
    <Panel title="SBOMs">
      <Stack gap="sm">
        {mayImport && <Import projectId={projectId} />}
        {sboms.data === undefined ? (
          <Waiting query={sboms} rows={2} title="The SBOMs could not be loaded" />
        ) : (
          <Imported projectId={projectId} sboms={sboms.data.rows} total={sboms.data.total} />
        )}
      </Stack>
    </Panel>
  );
}

function Import({ projectId }: { projectId: number }) {
  const { mutate, error, isPending, data: job } = useImportSbom(projectId);
  const [isStrict, setStrict] = useState(false);
  const changes = useMemo(() => [['project', projectId]], [projectId]);
  return (
    <>
      <Dropzone
        onDrop={([file]) => file && mutate({ file, isStrict })}
        multiple={false}
        loading={isPending}
        className={classes.dropzone}
        useFsAccessApi={false}
        inputProps={{ 'aria-label': 'SBOM' }}
      >
        <IconFileImport size={26} stroke={1.6} aria-hidden />
        <div>
          <b>Drop an SBOM here</b> or click to choose
          <div className={classes.soft}>
            CycloneDX, SPDX or Syft, in any form, also packed or attested. Decisions stay. A later one about the same
            subject replaces the earlier one.
          </div>
        </div>
      </Dropzone>
      <Checkbox
        label="Refuse a document that the schema of its version does not allow"
        checked={isStrict}
        onChange={(event) => setStrict(event.currentTarget.checked)}
      />
      <Refused error={error} />
      {job !== undefined && <StartedJob id={job} unit="items" changes={changes} />}
    </>
  );
}

function Imported({ projectId, sboms, total }: { projectId: number; sboms: readonly ImportedSbom[]; total: number }) {
  if (sboms.length === 0) return null;
  return (
    <>
      <Table aria-label="Imported SBOMs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Document</Table.Th>
            <Table.Th>Format</Table.Th>
            <Table.Th>Elements</Table.Th>
            <Table.Th>Imported</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sboms.map((sbom) => (
            <Table.Tr key={sbom.id}>
              <Table.Td>
                <Group gap={8}>
                  {sbom.subject || sbom.fileName} {sbom.subjectVersion}
                  {!sbom.isCurrent && <Label tone="wait">Replaced</Label>}
                </Group>
              </Table.Td>
              <Table.Td>
                {sbom.format} {sbom.specVersion}
              </Table.Td>
              <Table.Td>{shortText(sbom)}</Table.Td>
              <Table.Td>{momentText(sbom.importedOn)}</Table.Td>
              <Table.Td>
                <Group gap={8} justify="end" wrap="nowrap">
                  <Button variant="default" size="compact-sm" onClick={() => openReceipt(projectId, sbom)}>
                    Receipt
                  </Button>
                  <Anchor size="sm" href={originalAddress(projectId, sbom.id)} download>
                    Original
                  </Anchor>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > sboms.length && (
        <Text size="sm" c="dimmed">
          {countOf(total - sboms.length, 'earlier import')} not shown.
        </Text>
      )}
    </>
  );
}

function shortText({ counts }: ImportedSbom): string {
  const { elements, made, joined, leftOut, gone } = counts;
  const parts = [`${made} new`, `${joined} joined`, `${leftOut} left out`, ...(gone > 0 ? [`${gone} gone`] : [])];
  return `${elements}: ${parts.join(', ')}`;
}

function openReceipt(projectId: number, sbom: ImportedSbom): void {
  modals.open({
    title: `Receipt of ${sbom.path || sbom.fileName}`,
    size: '70rem',
    children: <SbomReceipt projectId={projectId} sbom={sbom} />,
  });
}
