// What a source of VEX decides, where people have decided otherwise, and its documents.
import { Anchor, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DecidedByVex } from '../../api/models.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { stateLabel } from '../../vulnerabilities/analysis-fields.tsx';
import { originalAddress, vexDecisionsQuery, vexDocumentsQuery } from './vex-queries.ts';

export function VexSourceDetails({ source }: { source: string }) {
  return (
    <Stack gap="sm">
      <Decisions source={source} effect="OVERRULED" />
      <Decisions source={source} effect="DECIDES" />
      <Documents source={source} />
    </Stack>
  );
}

const TITLES = {
  OVERRULED: 'People have decided otherwise, and that counts',
  DECIDES: 'It decides in your projects',
} as const;

function Decisions({ source, effect }: { source: string; effect: keyof typeof TITLES }) {
  const decided = useQuery(vexDecisionsQuery(source, effect));
  if (!decided.isSuccess) return <Waiting query={decided} rows={2} title="Its decisions could not be loaded" />;
  const { rows, total } = decided.data;
  if (total === 0 && effect === 'OVERRULED') return null;
  return (
    <section aria-label={TITLES[effect]}>
      <Text size="sm" fw={600}>
        {TITLES[effect]} ({total})
      </Text>
      <List size="sm">
        {rows.map((one) => (
          <List.Item key={`${one.inventoryId} ${one.vulnerabilityName}`}>
            <Decision decided={one} />
          </List.Item>
        ))}
      </List>
      <LeftOff listed={rows.length} total={total} />
    </section>
  );
}

function Decision({ decided }: { decided: DecidedByVex }) {
  const { projectId, projectName, inventoryId, inventoryName, vulnerabilityName, state, statedOn } = decided;
  const { suppressed, effect, ownState, ownAuthor, isOfProduct } = decided;
  const said = `${stateLabel(state).toLowerCase()}${statedOn === null ? '' : `, stated on ${momentText(statedOn)}`}`;
  return (
    <>
      {vulnerabilityName} in{' '}
      <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: inventoryId }}>
        {inventoryName}
      </Link>{' '}
      of {projectName}: {said}
      {isOfProduct && ', as a part of the product that the project is'}
      {suppressed && ', does not count'}
      {effect === 'OVERRULED' && `. ${ownAuthor} decided: ${stateLabel(ownState).toLowerCase() || 'suppressed'}`}
    </>
  );
}

function Documents({ source }: { source: string }) {
  const documents = useQuery(vexDocumentsQuery(source));
  if (!documents.isSuccess) return <Waiting query={documents} rows={2} title="Its documents could not be loaded" />;
  const { rows, total } = documents.data;
  return (
    <section aria-label="Documents">
      <Text size="sm" fw={600}>
        Documents ({total})
      </Text>
      <List size="sm">
        {rows.map((one) => (
          <List.Item key={one.id} style={{ overflowWrap: 'anywhere' }}>
            {one.isKept ? <Anchor href={originalAddress(source, one.id)}>{one.document}</Anchor> : one.document}
            {one.revision !== '' && `, revision ${one.revision}`}
            {one.datedOn !== null && ` of ${momentText(one.datedOn)}`}: {one.format} of{' '}
            {one.supplier || 'no named author'}, {countOf(one.statements, 'statement')}
            {one.ofProducts > 0 && `, ${one.ofProducts} of them only in projects that say that they are the product`}
            {one.leftOut > 0 && `, ${one.leftOut} of them cannot decide`}
            {one.issueCount > 0 && `, ${countOf(one.issueCount, 'issue')}`}; received {momentText(one.receivedOn)} from{' '}
            {one.receivedBy}
          </List.Item>
        ))}
      </List>
      <LeftOff listed={rows.length} total={total} />
    </section>
  );
}

function LeftOff({ listed, total }: { listed: number; total: number }) {
  if (total <= listed) return null;
  return (
    <Text size="sm" c="dimmed">
      {total - listed} more are not listed here.
    </Text>
  );
}
