// Makes or edits a rule, after a preview of what it would decide.
import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Pill,
  Radio,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnalysisRule, AnalysisRulePreview } from '../../api/models.ts';
import { FolderChoice } from '../../choices/folder-choice.tsx';
import { ProjectChoice } from '../../choices/project-choice.tsx';
import { useSaveOver } from '../../editing/save-over.ts';
import { Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { Panel } from '../../elements/panel.tsx';
import { countOf } from '../../elements/quantities.ts';
import { useRefusal } from '../../elements/refused-field.ts';
import { folderQuery } from '../../folders/queries.ts';
import { projectQuery } from '../../project/queries.ts';
import { AnalysisFields, WordsAndDay } from '../analysis-fields.tsx';
import { ChangePreview, PreviewButtons } from '../change-preview.tsx';
import { SEVERITIES } from '../search.ts';
import { usePreviewRule, useSaveRule } from './queries.ts';
import { LEVELS, NEW_RULE, type RuleValues, ruleFaults, ruleOf, SCOPES, valuesOf } from './rule-values.ts';
import { REASONS } from './words.ts';

const MODAL = 'analysis-rule';

export function openRuleForm(rule?: AnalysisRule): void {
  modals.open({
    modalId: MODAL,
    title: rule === undefined ? 'New rule' : `Edit ${rule.name}`,
    size: 'lg',
    closeOnClickOutside: false,
    children: <RuleForm rule={rule} />,
  });
}

export function RuleForm({ rule }: { rule: AnalysisRule | undefined }) {
  const preview = usePreviewRule();
  const save = useSaveRule(rule?.id);
  const saveOver = useSaveOver(rule ?? {});
  const [shown, setShown] = useState<AnalysisRulePreview>();
  const form = useForm<RuleValues>({
    initialValues: rule === undefined ? NEW_RULE : valuesOf(rule),
    validate: ruleFaults,
    onValuesChange: () => setShown(undefined),
  });
  const refused = useRefusal(form, preview.error ?? save.error, {
    duplicate: 'name',
    named: { ground: 'remarks', 'condition.packages': 'packages', 'condition.paths': 'paths' },
  });
  const submit = form.onSubmit(async (values) => {
    const body = ruleOf(values, rule?.isEnabled ?? true);
    if (shown === undefined)
      return preview.mutate({ ...body, ...(rule && { ruleId: rule.id }) }, { onSuccess: setShown });
    await saveOver(body, (sent) => save.mutateAsync(sent))
      .then(() => {
        modals.close(MODAL);
        notifyDone(`The rule ${values.name} ${rule === undefined ? 'was made' : 'was changed'}.`);
      })
      // The form shows the refusal.
      .catch(() => undefined);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <Conditions form={form} />
        <Panel title="Then it is">
          <Stack gap="sm">
            <AnalysisFields form={form} />
          </Stack>
        </Panel>
        <Ends form={form} />
        <WordsAndDay form={form} hidesDay />
        {shown && <Preview preview={shown} />}
        <Refused error={refused} />
        <PreviewButtons
          modalId={MODAL}
          isPending={preview.isPending || save.isPending}
          confirm={shown && (rule === undefined ? 'Make the rule' : 'Save the rule')}
          changesNothing={false}
        />
      </Stack>
    </form>
  );
}

type Form = { form: UseFormReturnType<RuleValues> };

function Conditions({ form }: Form) {
  return (
    <Panel title="If all of this holds">
      <Stack gap="sm">
        <TagsInput
          label="Vulnerabilities"
          description="Any of their names. Enter adds one."
          {...form.getInputProps('vulnerabilities')}
        />
        <Group grow align="flex-start">
          <TagsInput label="Weaknesses" placeholder="CWE-79" {...form.getInputProps('weaknesses')} />
          <MultiSelect label="Severities" data={[...SEVERITIES]} {...form.getInputProps('severities')} />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label="EPSS from, in percent"
            min={0}
            max={100}
            decimalScale={2}
            {...form.getInputProps('epssFrom')}
          />
          <NumberInput
            label="EPSS below, in percent"
            min={0}
            max={100}
            decimalScale={2}
            {...form.getInputProps('epssBelow')}
          />
        </Group>
        <Textarea
          label="Packages"
          description="One in each line: a package URL without a version, and a range of versions if not all are meant. * stands for any characters."
          placeholder={'pkg:npm/left-pad vers:npm/<1.3.0\npkg:maven/org.apache.*'}
          autosize
          minRows={2}
          {...form.getInputProps('packages')}
        />
        <Group grow align="flex-start">
          <MultiSelect label="Dependency" data={[...LEVELS]} {...form.getInputProps('dependencyLevels')} />
          <MultiSelect label="Scopes" data={[...SCOPES]} {...form.getInputProps('scopes')} />
        </Group>
        <TagsInput
          label="Only under these packages"
          description="All paths in the dependency graph lead through one of them."
          placeholder="pkg:npm/jest"
          {...form.getInputProps('parents')}
        />
        <TagsInput
          label="Files"
          description="Every file of the item fits one of these patterns, written as in .gitignore."
          placeholder="test/"
          {...form.getInputProps('paths')}
        />
        <Places form={form} />
      </Stack>
    </Panel>
  );
}

function Places({ form }: Form) {
  const { projectIds, folderIds } = form.getValues();
  const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id);
  return (
    <>
      <FolderChoice
        key={`folders ${folderIds.length}`}
        label="In folders of projects, with all below"
        error={form.errors.folderIds}
        onChange={(id) => form.setFieldValue('folderIds', [...without(folderIds, id), id])}
      />
      <Chosen
        ids={folderIds}
        of={FolderName}
        onRemove={(id) => form.setFieldValue('folderIds', without(folderIds, id))}
      />
      <ProjectChoice
        key={`projects ${projectIds.length}`}
        label="In projects"
        error={form.errors.projectIds}
        onChange={(id) =>
          id !== null && form.setFieldValue('projectIds', [...without(projectIds, Number(id)), Number(id)])
        }
      />
      <Chosen
        ids={projectIds}
        of={ProjectName}
        onRemove={(id) => form.setFieldValue('projectIds', without(projectIds, id))}
      />
      {projectIds.length > 0 && (
        <Checkbox
          label="Also in projects that are copied or branched from them"
          {...form.getInputProps('includeCopies', { type: 'checkbox' })}
        />
      )}
      <TagsInput label="Names of projects" placeholder="shop-*" {...form.getInputProps('projectNames')} />
    </>
  );
}

interface ChosenProps {
  ids: readonly number[];
  of: (props: { id: number }) => string;
  onRemove: (id: number) => void;
}

function Chosen({ ids, of: Name, onRemove }: ChosenProps) {
  if (ids.length === 0) return null;
  return (
    <Pill.Group>
      {ids.map((id) => (
        <Pill key={id} withRemoveButton onRemove={() => onRemove(id)}>
          <Name id={id} />
        </Pill>
      ))}
    </Pill.Group>
  );
}

function FolderName({ id }: { id: number }) {
  return useQuery(folderQuery(id)).data?.path ?? `Folder ${id}`;
}

function ProjectName({ id }: { id: number }) {
  return useQuery(projectQuery(id)).data?.name ?? `Project ${id}`;
}

function Ends({ form }: Form) {
  return (
    <Group align="flex-end">
      <Radio.Group label="Ends" required {...form.getInputProps('ends')}>
        <Group mt={4}>
          <Radio value="day" label="With a day" />
          <Radio value="never" label="Never" />
        </Group>
      </Radio.Group>
      {form.getValues().ends === 'day' && (
        <TextInput label="Last day" type="date" required {...form.getInputProps('expiresOn')} />
      )}
    </Group>
  );
}

function Preview({ preview }: { preview: AnalysisRulePreview }) {
  const { decided, items, projects, skipped, examples, skippedExamples } = preview;
  const lines = examples.map((one) => ({
    key: `${one.inventoryId} ${one.vulnerabilityName}`,
    text: `${one.vulnerabilityName} in ${one.inventoryName} of ${one.projectName}`,
  }));
  const [left] = skippedExamples;
  return (
    <ChangePreview
      title={`It would decide about ${countOf(decided, 'vulnerability', 'vulnerabilities')} of ${countOf(items, 'item')} in ${countOf(projects, 'project')}`}
      changes={lines}
      leftOff={decided - lines.length}
    >
      {skipped.map(({ why, count }) => (
        <Text key={why} size="sm" c="dimmed">
          {countOf(count, 'is', 'are')} left out, because {REASONS[why]}
        </Text>
      ))}
      {left && (
        <Text size="sm" c="dimmed">
          Left out, for example: {left.vulnerabilityName} in {left.inventoryName} of {left.projectName}, because{' '}
          {REASONS[left.why]}
        </Text>
      )}
    </ChangePreview>
  );
}
