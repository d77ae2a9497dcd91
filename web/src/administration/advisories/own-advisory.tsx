// A company's own advisory about a package: written here, kept by the source "own", compared with all projects like any other.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { required } from '../../elements/form-faults.ts';
import { Refused } from '../../elements/form-parts.tsx';
import { Panel } from '../../elements/panel.tsx';
import { StartedJob } from '../../jobs/started-job.tsx';
import { advisoryStatusQuery, VULNERABILITIES_KEY } from '../../vulnerabilities/queries.ts';
import { useAddOwn } from './queries.ts';

const CHANGED = [advisoryStatusQuery.queryKey, VULNERABILITIES_KEY];
const BLANK = { id: '', purl: '', versions: '', summary: '' };

export function OwnAdvisory() {
  const add = useAddOwn();
  const form = useForm({ initialValues: BLANK, validate: { id: required, purl: required, summary: required } });
  const submit = form.onSubmit(({ id, purl, versions, summary }) => {
    const ranges = versions.split(',').map((one) => one.trim());
    const given = ranges.filter((one) => one !== '');
    const packages = [{ purl: purl.trim(), ...(given.length > 0 && { versions: given }) }];
    add.mutate({ id: id.trim(), summary: summary.trim(), packages }, { onSuccess: () => form.reset() });
  });
  return (
    <Panel title="Write an own advisory">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            One with the same id is replaced. It counts in all projects, as those of other sources do.
          </Text>
          <Group grow align="flex-start">
            <TextInput label="Id" placeholder="ACME-2027-001" required {...form.getInputProps('id')} />
            <TextInput
              label="Package URL, without a version"
              placeholder="pkg:npm/lodash"
              required
              {...form.getInputProps('purl')}
            />
            <TextInput
              label="Affected versions"
              description="Ranges, separated by commas; blank for all"
              placeholder=">=1.0 <1.4.2"
              {...form.getInputProps('versions')}
            />
          </Group>
          <TextInput label="Summary" required {...form.getInputProps('summary')} />
          <Refused error={add.error} />
          {add.data && <StartedJob key={add.data.id} id={add.data.id} unit="records" changes={CHANGED} />}
          <Group>
            <Button type="submit" loading={add.isPending}>
              Publish
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
