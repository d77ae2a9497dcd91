// What a rule decides, and where people have decided otherwise.
import { List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnalysisRule, DecidedByRule } from '../../api/models.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { momentText } from '../../elements/quantities.ts';
import { stateLabel } from '../analysis-fields.tsx';
import { ruleDecisionsQuery } from './queries.ts';
import { conditionWords } from './words.ts';

const MODAL = 'rule-decisions';
const close = () => modals.close(MODAL);

export function openRuleDecisions(rule: AnalysisRule): void {
  modals.open({ modalId: MODAL, title: rule.name, size: 'lg', children: <RuleDecisions rule={rule} /> });
}

function RuleDecisions({ rule }: { rule: AnalysisRule }) {
  const { id, ground, condition, ruleState, changedBy, changedOn, expiresOn } = rule;
  return (
    <Stack gap="sm">
      <Text size="sm">{ground}</Text>
      <List size="sm">
        {conditionWords(condition).map((words) => (
          <List.Item key={words} style={{ overflowWrap: 'anywhere' }}>
            {words}
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        Changed by {changedBy} on {momentText(changedOn)}.{' '}
        {ruleState === 'ENDED' ? `It ended on ${momentText(expiresOn)} and decides nothing.` : ends(expiresOn)}
        {ruleState === 'OFF' && ' It is switched off and decides nothing.'}
      </Text>
      <Decisions ruleId={id} effect="OVERRULED" />
      <Decisions ruleId={id} effect="DECIDES" />
    </Stack>
  );
}

const ends = (expiresOn: string) => (expiresOn === 'never' ? 'It has no end.' : `It ends on ${momentText(expiresOn)}.`);

const TITLES = {
  OVERRULED: 'People have decided, and that counts',
  DECIDES: 'It decides in your projects',
} as const;

function Decisions({ ruleId, effect }: { ruleId: number; effect: keyof typeof TITLES }) {
  const decided = useQuery(ruleDecisionsQuery(ruleId, effect));
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
      {total > rows.length && (
        <Text size="sm" c="dimmed">
          {total - rows.length} more are not listed here.
        </Text>
      )}
    </section>
  );
}

function Decision({ decided }: { decided: DecidedByRule }) {
  const { projectId, projectName, inventoryId, inventoryName, vulnerabilityName, state, suppressed } = decided;
  const { effect, ownState, ownAuthor, otherRules, vexSources } = decided;
  const others = [
    ...otherRules.map((name) => `the rule ${name}`),
    ...vexSources.map((name) => `the VEX source ${name}`),
  ];
  return (
    <>
      {vulnerabilityName} in{' '}
      <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: inventoryId }} onClick={close}>
        {inventoryName}
      </Link>{' '}
      of {projectName}: {stateLabel(state).toLowerCase()}
      {suppressed && ', does not count'}
      {effect === 'OVERRULED' && `. ${ownAuthor} decided: ${stateLabel(ownState).toLowerCase() || 'suppressed'}`}
      {others.length > 0 && `. Gives way to it: ${others.join(', ')}`}
    </>
  );
}
