// Which tags make a release of the project after a scan, and what came of the last scan.
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReleaseRule } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { momentText } from '../elements/quantities.ts';
import { useRefusal } from '../elements/refused-field.ts';
import { releaseRuleQuery, useSaveReleaseRule } from './queries.ts';

const LONGEST_PATTERN = 100;

export function ReleaseRulePanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const rule = useQuery(releaseRuleQuery(projectId));
  return (
    <Panel title="Releases by tags">
      {!rule.isSuccess ? (
        <Waiting query={rule} rows={1} title="The rule could not be loaded" />
      ) : (
        <Stack gap="sm">
          {mayEdit ? (
            <Fields key={rule.data.entityVersion} projectId={projectId} rule={rule.data} />
          ) : (
            <Text size="sm">{ruleText(rule.data)}</Text>
          )}
          <LastTime of={rule.data} />
        </Stack>
      )}
    </Panel>
  );
}

const ruleText = ({ tagPattern, isSigned }: ReleaseRule) =>
  tagPattern === ''
    ? 'No release is made by itself.'
    : `A scan of code at a tag ${tagPattern} makes a ${isSigned ? 'signed ' : ''}release.`;

function Fields({ projectId, rule }: { projectId: number; rule: ReleaseRule }) {
  const { tagPattern, isSigned, offerContact, entityVersion } = rule;
  const save = useSaveReleaseRule(projectId, entityVersion);
  const form = useForm({ initialValues: { tagPattern, isSigned, offerContact } });
  const refusal = useRefusal(form, save.error);
  const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: () => notifyDone('The rule was saved.') }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Tags"
          description="After a scan of code at such a tag, a release is made with its name. * stands for any letters, as in v*; blank makes none."
          maxLength={LONGEST_PATTERN}
          {...form.getInputProps('tagPattern')}
        />
        <TextInput
          label="Address for written offers of source"
          maxLength={500}
          {...form.getInputProps('offerContact')}
        />
        <Checkbox
          label="Sign the dossiers with the key of this site"
          {...form.getInputProps('isSigned', { type: 'checkbox' })}
        />
        <Refused error={refusal} />
        <Group gap={8}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save rule
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LastTime({ of: { lastTime } }: { of: ReleaseRule }) {
  if (lastTime === undefined) return null;
  const text = `Scan ${lastTime.scanId}, ${momentText(lastTime.settledOn)}: ${lastTime.detail}`;
  if (lastTime.result === 'MADE') return <Text size="sm">{text}</Text>;
  return (
    <Alert color="brass" variant="light" icon={<IconAlertTriangle size={18} />}>
      {text}
    </Alert>
  );
}
