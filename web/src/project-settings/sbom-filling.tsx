// What an imported SBOM lacks and this server knows: the scores before and after, the fields with their sources, and the copy with them.
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../api/client.ts';
import type { SbomFilling as Filling } from '../api/models.ts';
import { countOf } from '../elements/quantities.ts';
import { filledAddress, fillingQuery } from './sbom-queries.ts';

/** The interface and the document have all of them. */
const MOST_SHOWN = 50;

export function SbomFilling({ projectId, sbomId }: { projectId: number; sbomId: number }) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching } = useQuery({ ...fillingQuery(projectId, sbomId), enabled: isAsked });
  return (
    <Stack gap="xs" component="section" aria-label="Fill in what Assay knows" data-testid="sbom-filling">
      {data === undefined && (
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} />}
            loading={isFetching}
            onClick={() => setAsked(true)}
          >
            Fill in what Assay knows
          </Button>
          <Text size="sm" c="dimmed">
            A copy with licenses, package URLs, digests, suppliers and dependencies that the document lacks. The
            original stays as it is.
          </Text>
        </Group>
      )}
      {error && (
        <Alert color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {data && <Found filling={data} address={filledAddress(projectId, sbomId)} />}
    </Stack>
  );
}

function Found({ filling, address }: { filling: Filling; address: string }) {
  const { filled, filledCount, counts, scores, sources, isSignatureLeftOut } = filling;
  if (filledCount === 0)
    return <Text size="sm">Nothing to fill in: {sources.join(', ')} know nothing that the document lacks.</Text>;
  const shown = filled.slice(0, MOST_SHOWN);
  return (
    <>
      <Group gap="sm">
        <Button component="a" href={address} variant="default" leftSection={<IconDownload size={16} />}>
          Download the filled copy
        </Button>
        <Text size="sm">
          {countOf(filledCount, 'field')}: {counts.map(({ field, count }) => `${field} ${count}`).join(', ')}.
        </Text>
      </Group>
      <Text size="sm">
        {scores.map(({ standard, before, after }) => `${standard}: ${before} before, ${after} after`).join('; ')}.
        {isSignatureLeftOut && ' The copy has no signature, as that of the document would not hold for it.'}
      </Text>
      <details>
        <summary>Each field with its source</summary>
        <Table aria-label="Filled fields" verticalSpacing={2} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Component</Table.Th>
              <Table.Th>Field</Table.Th>
              <Table.Th>From</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ place, component, field, source }) => (
              <Table.Tr key={`${place} ${field}`}>
                <Table.Td>{component}</Table.Td>
                <Table.Td>{field}</Table.Td>
                <Table.Td>{source}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {filledCount > shown.length && (
          <Text size="sm" c="dimmed">
            {countOf(filledCount - shown.length, 'more field')} in the copy.
          </Text>
        )}
      </details>
    </>
  );
}
