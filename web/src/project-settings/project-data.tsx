// Moves the data of a project: exports it as a file, imports it from another project or system, and copies or branches
// the whole project. A job does each of these, and its log lists what was done.
import {
  Button,
  Checkbox,
  FileInput,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconCopy, IconDownload, IconGitBranch, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { Panel } from '../elements/panel.tsx';
import {
  type Branch,
  CRITERIA,
  exportAddress,
  type ImportRules,
  useBranchProject,
  useCopyProject,
  useImportData,
} from './project-data-queries.ts';

const MODAL = 'project-data';
const close = () => modals.close(MODAL);

interface ProjectDataProps {
  project: { id: number; name: string };
  may: (action: string) => boolean;
}

export function ProjectData({ project, may }: ProjectDataProps) {
  const [job, setJob] = useState<number>();
  const open = (title: string, form: (onQueued: (id: number) => void) => ReactNode) =>
    modals.open({
      modalId: MODAL,
      title,
      size: 'lg',
      closeOnClickOutside: false,
      children: form((id) => {
        setJob(id);
        close();
      }),
    });
  if (!['EXPORT_DATA', 'IMPORT_DATA', 'COPY_PROJECT', 'BRANCH_PROJECT'].some((action) => may(action))) return null;
  return (
    <Panel title="Data">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          The inventory with all decisions, review marks and tasks. An import updates matching items and creates the
          others. You can also import documents of Dependency-Track, FOSSology (SPDX), ScanCode, ORT and SW360.
        </Text>
        <Group gap={8}>
          {may('EXPORT_DATA') && (
            <Button
              component="a"
              href={exportAddress(project.id)}
              variant="default"
              leftSection={<IconDownload size={16} />}
              download
            >
              Export
            </Button>
          )}
          {may('IMPORT_DATA') && (
            <Button
              variant="default"
              leftSection={<IconUpload size={16} />}
              onClick={() => open('Import data', (done) => <Import projectId={project.id} onQueued={done} />)}
            >
              Import
            </Button>
          )}
          {may('COPY_PROJECT') && (
            <Button
              variant="default"
              leftSection={<IconCopy size={16} />}
              onClick={() => open(`Copy ${project.name}`, (done) => <Copy project={project} onQueued={done} />)}
            >
              Copy project
            </Button>
          )}
          {may('BRANCH_PROJECT') && (
            <Button
              variant="default"
              leftSection={<IconGitBranch size={16} />}
              onClick={() => open(`Branch ${project.name}`, (done) => <BranchForm project={project} onQueued={done} />)}
            >
              Branch project
            </Button>
          )}
        </Group>
        {job !== undefined && (
          <Text size="sm" role="status">
            Queued as{' '}
            <Link to="/jobs" search={{ job }}>
              job {job}
            </Link>
            . Its log lists what was done.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

const RULES: ImportRules = {
  addFilesToInventory: true,
  inventoryFileMatchingCriteria: 'COMPLETE_FILEPATH',
  inventoryDirectoryDepth: 1,
  markFilesAsReviewed: true,
  reviewFileMatchingCriteria: 'MD5_AND_COMPLETE_FILEPATH',
  reviewDirectoryDepth: 1,
  createEmptyInventory: false,
  overwriteInventoryNotes: true,
  resetInventoryUsage: true,
};

function Import({ projectId, onQueued }: { projectId: number; onQueued: (job: number) => void }) {
  const send = useImportData(projectId);
  const form = useForm({
    initialValues: { ...RULES, file: null as File | null },
    validate: { file: (file) => (file === null ? 'Choose a file.' : null) },
  });
  const submit = form.onSubmit(({ file, ...rules }) => {
    if (file !== null) send.mutate({ file, rules }, { onSuccess: onQueued });
  });
  const { values } = form;
  const check = (label: string, name: keyof ImportRules) => (
    <Checkbox label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FileInput
          label="File"
          description="A zip of exported project data, or a document of another system"
          placeholder="Choose a file"
          {...form.getInputProps('file')}
        />
        {check('Add files to inventory', 'addFilesToInventory')}
        <Criterion name="inventory" title="Match files of items by" values={values} form={form} />
        {check('Mark files as reviewed', 'markFilesAsReviewed')}
        <Criterion name="review" title="Match reviewed files by" values={values} form={form} />
        {check('Create items even if this project has none of their files', 'createEmptyInventory')}
        {check('Overwrite the notes of existing items', 'overwriteInventoryNotes')}
        {check('Reset usage', 'resetInventoryUsage')}
        <Refused error={send.error} />
        <Buttons action="Import" isPending={send.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

interface CriterionProps {
  name: 'inventory' | 'review';
  title: string;
  values: ImportRules;
  form: { getInputProps: (name: string) => object };
}

function Criterion({ name, title, values, form }: CriterionProps) {
  const isPartial = values[`${name}FileMatchingCriteria`].endsWith('PARTIAL_FILEPATH');
  return (
    <SimpleGrid cols={2} spacing="sm" ml={28}>
      <Select
        label={title}
        data={CRITERIA}
        allowDeselect={false}
        {...form.getInputProps(`${name}FileMatchingCriteria`)}
      />
      {isPartial && (
        <NumberInput
          label="Number of folders to compare"
          min={1}
          max={20}
          allowDecimal={false}
          {...form.getInputProps(`${name}DirectoryDepth`)}
        />
      )}
    </SimpleGrid>
  );
}

interface NewProjectProps {
  project: { id: number; name: string };
  onQueued: (job: number) => void;
}

const NAMED = { name: (name: string) => (name.trim() === '' ? 'Enter a name.' : null) };

function Copy({ project, onQueued }: NewProjectProps) {
  const copy = useCopyProject(project.id);
  const form = useForm({ initialValues: { name: `${project.name} (copy)` }, validate: NAMED });
  return (
    <form onSubmit={form.onSubmit(({ name }) => copy.mutate(name.trim(), { onSuccess: onQueued }))} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Settings, people, code, evidence, inventory and decisions are copied without a scan. Passwords of source
          control are not copied.
        </Text>
        <TextInput label="Name of the copy" data-autofocus {...form.getInputProps('name')} />
        <Refused error={copy.error} />
        <Buttons action="Copy" isPending={copy.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function BranchForm({ project, onQueued }: NewProjectProps) {
  const branch = useBranchProject(project.id);
  const form = useForm<Branch>({ initialValues: { name: '', codebase: null }, validate: NAMED });
  return (
    <form onSubmit={form.onSubmit((values) => branch.mutate(values, { onSuccess: onQueued }))} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          The branch gets the settings and people of this project. Its own code is scanned. Then it gets the inventory
          and decisions of this project.
        </Text>
        <TextInput label="Name of the branch" data-autofocus {...form.getInputProps('name')} />
        <FileInput
          label="Code"
          description="An archive. Without it, the branch gets the inventory but no files"
          placeholder="Choose an archive"
          clearable
          {...form.getInputProps('codebase')}
        />
        <Refused error={branch.error} />
        <Buttons action="Branch" isPending={branch.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}
