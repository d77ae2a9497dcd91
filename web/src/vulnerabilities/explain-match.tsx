// Explains why a package is affected or not: compares it with the record of each source, step by step.
import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { explanationQuery } from './queries.ts';

export function openExplanation(purl: string, vulnerabilityName: string): void {
  modals.open({
    title: `Why ${vulnerabilityName}?`,
    size: 'lg',
    children: <Explanation purl={purl} vulnerabilityName={vulnerabilityName} />,
  });
}

function Explanation({ purl, vulnerabilityName }: { purl: string; vulnerabilityName: string }) {
  const explanation = useQuery(explanationQuery(purl, vulnerabilityName));
  if (!explanation.isSuccess)
    return <Waiting query={explanation} rows={4} title="The explanation could not be loaded" />;
  const { verdict, records } = explanation.data;
  return (
    <Stack gap="sm">
      <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
        {purl}
      </Text>
      <Text fw={600}>{verdict}</Text>
      {records.map(({ source, id, why, dataAsOf }) => (
        <section key={`${source} ${id}`} aria-label={`${source} ${id}`}>
          <Text size="sm" fw={600}>
            {source}: {id}
            {dataAsOf && ` (data of ${momentText(dataAsOf)})`}
          </Text>
          <ol>
            {why.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ))}
    </Stack>
  );
}
