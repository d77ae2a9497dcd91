// Rules that decide about vulnerabilities: their list, and what each of them decides.

import { Button, Select, Switch, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconListDetails, IconPencil, IconPlus, IconRuler2, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { analysisRuleStateValues } from '../../api/described.ts';
import type { AnalysisRule } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { ConfirmDelete } from '../../elements/form-parts.tsx';
import { notifyRefused } from '../../elements/notify.ts';
import pageClasses from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { countText, dateText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { SearchInput } from '../../elements/search-input.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { usePagedRows } from '../../table/paged-rows.ts';
import { stateLabel } from '../analysis-fields.tsx';
import classes from '../vulnerabilities.module.css';
import { PortfolioParts } from '../vulnerability-parts.tsx';
import { fetchRules, RULES_KEY, useDeleteRule, useSwitchRule } from './queries.ts';
import { openRuleDecisions } from './rule-decisions.tsx';
import { openRuleForm } from './rule-form.tsx';
import type { RulesSearch } from './search.ts';
import { conditionWords, REACHES } from './words.ts';

const route = getRouteApi('/signed-in/vulnerabilities/rules');

const columns: Column<AnalysisRule>[] = [
  { id: 'name', header: 'Rule', size: 220, cell: (rule) => <Name rule={rule} /> },
  { id: 'condition', header: 'If', size: 260, isGrowing: true, cell: (rule) => <Condition rule={rule} /> },
  { id: 'analysis', header: 'Decides', size: 160, cell: (rule) => <span className="ellipsis">{decides(rule)}</span> },
  {
    id: 'reach',
    header: 'Reaches',
    size: 170,
    cell: ({ reach }) => <span className="ellipsis">{REACHES[reach]}</span>,
  },
  { id: 'until', header: 'Until', size: 110, cell: (rule) => <Until rule={rule} /> },
  {
    id: 'decided',
    header: 'Decided',
    size: 90,
    align: 'right',
    cell: ({ decided }) => countText(decided),
  },
  { id: 'state', header: 'State', size: 110, cell: (rule) => <State rule={rule} /> },
  { id: 'actions', header: '', size: 130, cell: (rule) => <Actions rule={rule} /> },
];

export function RulesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const rules = usePagedRows<AnalysisRule>([...RULES_KEY, search], (page) => fetchRules(search, page));
  const change = (wanted: Partial<RulesSearch>) =>
    navigate({ search: (old) => ({ ...old, ...wanted }), replace: true });
  const isFiltered = search.find !== undefined || search.state !== undefined;
  return (
    <div className={classes.fill}>
      <div className={classes.head}>
        <PageHead
          title="Vulnerabilities"
          intro="Rules decide about vulnerabilities of items as soon as these are found, before anybody is alerted. What people decide counts before them."
        >
          <Button leftSection={<IconPlus size={15} />} onClick={() => openRuleForm()}>
            New rule
          </Button>
        </PageHead>
        <PortfolioParts />
        <div className={classes.filters}>
          <SearchInput
            label="Find rules"
            placeholder="Name, ground or vulnerability"
            find={search.find ?? ''}
            onFind={(text) => change({ find: text || undefined })}
            w={260}
          />
          <Select
            aria-label="State of the rules"
            placeholder="All states"
            clearable
            data={analysisRuleStateValues.map((value) => ({ value, label: STATES[value].label }))}
            value={search.state ?? null}
            onChange={(value) => change({ state: analysisRuleStateValues.find((one) => one === value) })}
            w={150}
          />
        </div>
      </div>
      {rules.error || rules.total === undefined ? (
        <Waiting query={rules} title="The rules could not be loaded" />
      ) : (
        <DataTable
          name="analysis-rules"
          label="Rules"
          columns={columns}
          count={rules.total}
          rowAt={rules.rowAt}
          idOf={(rule) => rule.id}
          onRange={rules.onRange}
          empty={
            <Empty icon={<IconRuler2 />} title={isFiltered ? 'No such rule' : 'No rule yet'}>
              {isFiltered
                ? 'No rule has this text or state.'
                : 'A rule says once what holds for many vulnerabilities, for example that tests are not shipped.'}
            </Empty>
          }
        />
      )}
    </div>
  );
}

function Name({ rule: { name, ground } }: { rule: AnalysisRule }) {
  return (
    <span className="ellipsis" title={`${name}. ${ground}`}>
      {name}
    </span>
  );
}

function Condition({ rule }: { rule: AnalysisRule }) {
  const text = conditionWords(rule.condition).join('; ');
  return (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  );
}

const decides = ({ state, suppress }: AnalysisRule) => `${stateLabel(state)}${suppress ? '' : ', still counts'}`;

function Until({ rule: { expiresOn } }: { rule: AnalysisRule }) {
  return expiresOn === 'never' ? 'No end' : dateText(expiresOn);
}

const STATES = {
  ON: { label: 'On', tone: 'good' },
  OFF: { label: 'Off', tone: 'wait' },
  ENDED: { label: 'Ended', tone: 'bad' },
} as const;

function State({ rule: { id, name, ruleState, isEnabled, mayChange } }: { rule: AnalysisRule }) {
  const change = useSwitchRule();
  if (ruleState === 'ENDED' || !mayChange)
    return <Label tone={STATES[ruleState].tone}>{STATES[ruleState].label}</Label>;
  return (
    <Switch
      size="xs"
      label={STATES[ruleState].label}
      aria-label={`${name} decides`}
      checked={isEnabled}
      disabled={change.isPending}
      onChange={({ currentTarget: { checked } }) =>
        change.mutate(
          { ruleId: id, isEnabled: checked },
          { onError: (error) => notifyRefused('The rule was not changed', error) },
        )
      }
    />
  );
}

function Actions({ rule }: { rule: AnalysisRule }) {
  return (
    <div className={pageClasses.actions}>
      <RowAction label="What it decides" name={`What ${rule.name} decides`} onClick={() => openRuleDecisions(rule)}>
        <IconListDetails size={15} />
      </RowAction>
      {rule.mayChange && (
        <>
          <RowAction label="Edit" name={`Edit ${rule.name}`} onClick={() => openRuleForm(rule)}>
            <IconPencil size={15} />
          </RowAction>
          <RowAction label="Delete" name={`Delete ${rule.name}`} isDangerous onClick={() => openDelete(rule)}>
            <IconTrash size={15} />
          </RowAction>
        </>
      )}
    </div>
  );
}

const MODAL = 'delete-analysis-rule';

function openDelete(rule: AnalysisRule): void {
  modals.open({ modalId: MODAL, title: `Delete ${rule.name}?`, children: <Delete rule={rule} /> });
}

function Delete({ rule: { id, name, decided } }: { rule: AnalysisRule }) {
  return (
    <>
      <ConfirmDelete
        text="Everything that it decided is open again, unless another rule or a source of VEX decides about it."
        action="Delete rule"
        done={`The rule ${name} was deleted.`}
        remove={useDeleteRule(id)}
        onClose={() => modals.close(MODAL)}
      />
      {decided > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          It decides about {countText(decided)} vulnerabilities of items now.
        </Text>
      )}
    </>
  );
}
