// Administration: bundles of components. One installation makes a bundle, another one that cannot ask registries imports it.
import { Anchor, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_ROOT } from '../../api/client.ts';
import type { LibraryImport } from '../../api/models.ts';
import { Refused } from '../../elements/form-parts.tsx';
import classes from '../../elements/page.module.css';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countText, momentText } from '../../elements/quantities.ts';
import { StartedJob } from '../../jobs/started-job.tsx';
import { IMPORTS_KEY, libraryImportsQuery, useImportBundle } from './queries.ts';

const CHANGED = [[IMPORTS_KEY], ['library']];

export function LibraryBundles() {
  const imports = useQuery(libraryImportsQuery);
  return (
    <Panel title="Bundles of components">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A bundle has the names, versions, licenses and addresses of the components of an installation, for another one
          that cannot ask registries. What scans and people know stays as it is.
        </Text>
        <Group>
          <Anchor href={`${API_ROOT}/library/bundle`} download size="sm">
            Download this library as a bundle
          </Anchor>
        </Group>
        <ImportBundle />
        {imports.isSuccess ? (
          <Receipts imports={imports.data} />
        ) : (
          <Waiting query={imports} rows={2} title="The imported bundles could not be loaded" />
        )}
      </Stack>
    </Panel>
  );
}

function ImportBundle() {
  const [file, choose] = useState<File | null>(null);
  const upload = useImportBundle();
  return (
    <Stack gap="sm">
      <FileInput
        label="Bundle"
        description="A file that ends with .assay-library. Its key must be among the trusted keys (Operations)."
        value={file}
        onChange={choose}
        maw={420}
      />
      <Refused error={upload.error} />
      <Group>
        <Button
          leftSection={<IconUpload size={15} />}
          disabled={file === null}
          loading={upload.isPending}
          onClick={() => file && upload.mutate(file)}
        >
          Import
        </Button>
      </Group>
      {upload.data && <StartedJob key={upload.data.id} id={upload.data.id} unit="components" changes={CHANGED} />}
    </Stack>
  );
}

function Receipts({ imports }: { imports: LibraryImport[] }) {
  if (imports.length === 0) return <Text size="sm">No bundle was imported.</Text>;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Imported</th>
          <th scope="col">File</th>
          <th scope="col">Made</th>
          <th scope="col">Components (new)</th>
          <th scope="col">Versions (new)</th>
          <th scope="col">Left out</th>
          <th scope="col">SHA-256 and key</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <td>
              {momentText(one.importedOn)} by {one.importedBy}
            </td>
            <td>{one.fileName}</td>
            <td>
              {momentText(one.madeOn)} by {one.installation}
            </td>
            <td>
              {countText(one.components)} ({countText(one.newComponents)})
            </td>
            <td>
              {countText(one.versions)} ({countText(one.newVersions)})
            </td>
            <td>{countText(one.refused)}</td>
            <td className="mono" title={`${one.sha256}, signed by ${one.publicKey}`}>
              {one.sha256.slice(0, 12)}… {one.publicKey.slice(0, 8)}…
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
