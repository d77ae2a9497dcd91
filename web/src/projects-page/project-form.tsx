// The dialog that creates a project. Other settings have a tab of their own.
import { Button, Group, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CustomField } from '../api/models.ts';
import { FieldInputs } from '../custom-fields/field-inputs.tsx';
import { changedFields, type FieldValues, fieldNames, shownFields } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { Refused } from '../elements/form-parts.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { useCreateProject } from '../project/change-queries.ts';
import { LEVELS } from '../project-settings/setting-fields.tsx';

const MODAL = 'project';

interface ProjectSettings {
  name: string;
  description: string;
  risk: 'HIGH' | 'MEDIUM' | 'LOW';
  privateProject: boolean;
}

export function openNewProject(folder: { id: number; name: string }): void {
  modals.open({
    modalId: MODAL,
    size: 'lg',
    title: `New project in ${folder.name}`,
    children: <NewProjectForm folderId={folder.id} />,
  });
}

const NEW_PROJECT: ProjectSettings = { name: '', description: '', risk: 'MEDIUM', privateProject: false };

export function NewProjectForm({ folderId }: { folderId: number }) {
  const create = useCreateProject();
  const navigate = useNavigate();
  const definitions = useQuery(customFieldsQuery);
  return (
    <NewProjectFields
      action="Create project"
      initial={NEW_PROJECT}
      fields={shownFields(definitions.data ?? [], 'PROJECT')}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(values, customFields) =>
        create.mutate(
          { ...values, folderId, customFields },
          {
            onSuccess: ({ id }) => {
              modals.close(MODAL);
              void navigate({ to: '/projects/$projectId', params: { projectId: id } });
            },
          },
        )
      }
    />
  );
}

interface NewProjectFieldsProps {
  action: string;
  initial: ProjectSettings;
  /** Custom fields of the new project. Later they are on its Summary tab. */
  fields?: CustomField[];
  isPending: boolean;
  error: unknown;
  onSubmit: (values: ProjectSettings, customFields: { id: number; value: string }[]) => void;
}

function NewProjectFields({ action, initial, fields = [], isPending, error, onSubmit }: NewProjectFieldsProps) {
  const form = useForm({
    initialValues: {
      ...initial,
      visibility: initial.privateProject ? 'private' : 'public',
      customFields: {} as FieldValues,
    },
    validate: {
      name: (name) =>
        name.trim() === '' ? 'Enter a name.' : name.length > 255 ? 'A name has at most 255 characters.' : null,
    },
  });
  const unplaced = useRefusal(form, error, { duplicate: 'name', named: fieldNames(fields) });
  const submit = form.onSubmit(({ visibility, customFields, ...values }) =>
    onSubmit(
      { ...values, name: values.name.trim(), privateProject: visibility === 'private' },
      changedFields({}, customFields),
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Unique in the whole installation"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label="Description" autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
        <Group align="flex-start" gap="xl">
          <Stack gap="sm">
            <Select label="Risk" data={LEVELS} allowDeselect={false} w={240} {...form.getInputProps('risk')} />
          </Stack>
          <Radio.Group label="Visibility" {...form.getInputProps('visibility')}>
            <Stack gap={6} mt={6}>
              <Radio value="public" size="xs" label="Public: every signed-in user may read it" />
              <Radio value="private" size="xs" label="Private: only users with a role in it see it" />
            </Stack>
          </Radio.Group>
        </Group>
        <FieldInputs form={form} fields={fields} isReadOnly={false} />
        <Refused error={unplaced} />
        <Group justify="flex-end" gap={8} mt="sm">
          <Button variant="default" onClick={() => modals.close(MODAL)}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
