// A form that imports a file into a named source. Administration pages use it.
import { Button, FileInput, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { required } from '../elements/form-faults.ts';
import { Refused } from '../elements/form-parts.tsx';

export interface ImportFormProps {
  /** An example of a source name. */
  example: string;
  /** Explains what the import does to the source. */
  sourceWords?: string;
  fileWords: string;
  upload: { mutate(input: { source: string; file: File }): void; isPending: boolean; error: Error | null };
  /** Shows the job that was started. */
  children: ReactNode;
}

export function ImportForm({ example, sourceWords, fileWords, upload, children }: ImportFormProps) {
  const form = useForm({
    initialValues: { source: '', file: null as File | null },
    validate: { source: required, file: (file) => (file === null ? 'Choose a file.' : null) },
  });
  const submit = form.onSubmit(({ source, file }) => {
    if (file) upload.mutate({ source: source.trim(), file });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name of the source"
          placeholder={example}
          description={sourceWords}
          required
          {...form.getInputProps('source')}
        />
        <FileInput label="File" description={fileWords} required {...form.getInputProps('file')} />
        <Refused error={upload.error} />
        <Group>
          <Button type="submit" leftSection={<IconUpload size={15} />} loading={upload.isPending}>
            Import
          </Button>
        </Group>
        {children}
      </Stack>
    </form>
  );
}
