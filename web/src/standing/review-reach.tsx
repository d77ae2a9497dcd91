// Lets the review of an item count for other versions of its component, and in other projects: the form, in a dialog.
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import type { ReviewReach as Reach } from '../api/models.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { useSystemPermission } from '../session/session.ts';
import { reachQuery, useSetReach } from './reach-queries.ts';

const MODAL = 'review-reach';
const close = () => modals.close(MODAL);

export function openReach(inventoryId: number): void {
  const children = <ReviewReach inventoryId={inventoryId} />;
  modals.open({ modalId: MODAL, title: 'How far the review reaches', size: 'lg', children });
}

export function ReviewReach({ inventoryId }: { inventoryId: number }) {
  const reach = useQuery(reachQuery(inventoryId));
  if (!reach.isSuccess) return <Waiting query={reach} rows={3} title="The reach could not be loaded" />;
  if (reach.data.whyNot !== '') return <Text size="sm">{reach.data.whyNot}</Text>;
  return <Fields inventoryId={inventoryId} reach={reach.data} />;
}

const SCOPES: { value: Reach['scope']; label: string }[] = [
  { value: 'ITEM', label: 'Nowhere else by itself' },
  { value: 'PROJECT', label: 'In this project' },
  { value: 'FAMILY', label: 'Also in the projects above and below it' },
  { value: 'FOLDER', label: 'In all projects of its folder' },
  { value: 'SITE', label: 'In all projects' },
];

/** `1.2.3` → `vers:npm/>=1.0.0|<2.0.0` */
function sameMajor({ versionScheme, decidedFor }: Reach): string {
  const major = Number(/^v?(\d+)\./.exec(decidedFor)?.[1] ?? Number.NaN);
  return Number.isNaN(major) ? `vers:${versionScheme}/*` : `vers:${versionScheme}/>=${major}.0.0|<${major + 1}.0.0`;
}

function Fields({ inventoryId, reach }: { inventoryId: number; reach: Reach }) {
  const decidesForOthers = useSystemPermission('edit_policy');
  const save = useSetReach(inventoryId, reach);
  const form = useForm({ initialValues: { scope: reach.scope, versions: reach.versions } });
  const refusal = useRefusal(form, save.error);
  const { scope } = form.values;
  const submit = form.onSubmit(({ versions, ...input }) =>
    save.mutate(
      { ...input, versions: scope === 'ITEM' ? '' : versions },
      {
        onSuccess: () => {
          close();
          notifyDone('The reach was saved. The next scans follow it.');
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          The review of {reach.decidedFor} counts by itself where its license, the words of its texts, its holders,
          bundled licenses, use and vulnerabilities are the same, and no other review says otherwise.
        </Text>
        <Select
          label="Counts"
          description={
            decidesForOthers ? undefined : 'To decide for other projects, it takes the permission to edit policies.'
          }
          data={SCOPES.map((one) => ({
            ...one,
            disabled: one.value !== 'ITEM' && one.value !== 'PROJECT' && !decidesForOthers,
          }))}
          allowDeselect={false}
          {...form.getInputProps('scope')}
        />
        {scope !== 'ITEM' && (
          <TextInput
            label="Versions"
            description={`A range such as ${sameMajor(reach)}. If it is blank, only ${reach.decidedFor}.`}
            {...form.getInputProps('versions')}
          />
        )}
        {reach.setBy !== '' && (
          <Text size="sm" c="dimmed">
            Set by {reach.setBy} on {reach.setOn}
            {reach.folderPath !== '' && `, for ${reach.folderPath}`}.
          </Text>
        )}
        <Refused error={refusal} />
        <Buttons action="Save" isPending={save.isPending} isReady={form.isDirty()} onCancel={close} />
      </Stack>
    </form>
  );
}
