// Shows whether the code base contains the code that advisories call vulnerable. If it does not, a user may accept this
// as the decision.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import type { CodePresence } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { required } from '../elements/form-faults.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { useAcceptAbsence, vulnerableCodeQuery } from './queries.ts';
import classes from './vulnerabilities.module.css';

const MODAL = 'vulnerable-code';

const PRESENCES: Record<CodePresence['presence'], { tone: 'good' | 'bad' | 'notice'; text: string }> = {
  PRESENT: { tone: 'bad', text: 'In the code base' },
  ABSENT: { tone: 'good', text: 'Not in the code base' },
  UNDETERMINED: { tone: 'notice', text: 'Not determined: treat it as vulnerable' },
};

interface VulnerableCodeProps {
  itemId: number;
  vulnerabilityName: string;
  mayAccept: boolean;
}

export function openVulnerableCode(props: VulnerableCodeProps): void {
  modals.open({
    modalId: MODAL,
    title: `Vulnerable code of ${props.vulnerabilityName}`,
    size: 'lg',
    children: <VulnerableCode {...props} />,
  });
}

function VulnerableCode({ itemId, vulnerabilityName, mayAccept }: VulnerableCodeProps) {
  const code = useQuery(vulnerableCodeQuery(itemId, vulnerabilityName));
  if (!code.isSuccess) return <Waiting query={code} rows={4} title="The files could not be searched" />;
  const { presence, words, found, foundTotal, searched, searchedFiles, parts, records } = code.data;
  const { tone, text } = PRESENCES[presence];
  return (
    <Stack gap="sm">
      <Group gap={8}>
        <Label tone={tone}>{text}</Label>
        <Text size="sm" fw={600}>
          {words}
        </Text>
      </Group>
      {parts.length > 0 && (
        <Text size="sm">
          {records.join(', ')} names{' '}
          {parts
            .slice(0, 10)
            .map(({ path, symbols }) => (symbols.length === 0 ? path : `${path}: ${symbols.slice(0, 10).join(', ')}`))
            .join('; ')}
          {parts.length > 10 && ` and ${parts.length - 10} more`}.
        </Text>
      )}
      <FileList title="Found in" files={found} total={foundTotal} />
      <FileList title="Searched files" files={searched} total={searchedFiles} />
      {presence === 'ABSENT' && mayAccept && <Acceptance itemId={itemId} vulnerabilityName={vulnerabilityName} />}
    </Stack>
  );
}

interface FileListProps {
  title: string;
  files: { path: string; sha256: string; part?: string }[];
  total: number;
}

function FileList({ title, files, total }: FileListProps) {
  if (total === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is scrolled by keys
    <section aria-label={title} className={classes.files} tabIndex={0}>
      <Text size="sm" fw={600}>
        {title}: {total}
      </Text>
      <ul>
        {files.map(({ path, sha256, part }) => (
          <li key={`${path} ${part}`}>
            {part !== undefined && `${part} in `}
            {path} <span className="mono">{sha256.slice(0, 16)}</span>
          </li>
        ))}
        {total > files.length && <li>and {total - files.length} more</li>}
      </ul>
    </section>
  );
}

function Acceptance({ itemId, vulnerabilityName }: Omit<VulnerableCodeProps, 'mayAccept'>) {
  const accept = useAcceptAbsence(itemId, vulnerabilityName);
  const form = useForm({ initialValues: { detail: '' }, validate: { detail: required } });
  const submit = form.onSubmit(({ detail }) =>
    accept.mutate(
      { detail: detail.trim() },
      {
        onSuccess: () => {
          modals.close(MODAL);
          notifyDone(`${vulnerabilityName} is suppressed: its code is not present.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea label="Explanation" autosize minRows={2} required {...form.getInputProps('detail')} />
        <Refused error={accept.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={accept.isPending}>
            Set to not affected: the code is not present
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
