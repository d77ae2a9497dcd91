// Takes a supplier's VEX document over as analyses of a project, after a preview of the changes.
import { Checkbox, FileInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { VexImport } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { countOf } from '../elements/quantities.ts';
import { stateLabel } from './analysis-fields.tsx';
import { ChangePreview, PreviewButtons } from './change-preview.tsx';
import { useImportVex } from './queries.ts';

const MODAL = 'vex-import';

export function openVexImport(projectId: number): void {
  modals.open({
    modalId: MODAL,
    title: 'Import VEX',
    closeOnClickOutside: false,
    children: <VexImportForm projectId={projectId} />,
  });
}

export function VexImportForm({ projectId }: { projectId: number }) {
  const { mutate, error, isPending } = useImportVex(projectId);
  const [preview, setPreview] = useState<VexImport>();
  const form = useForm({
    initialValues: { file: null as File | null, product: '', suppress: false },
    validate: { file: (file) => (file === null ? 'Choose a file.' : null) },
    onValuesChange: () => setPreview(undefined),
  });
  const send = (previewOnly: boolean) =>
    form.onSubmit(({ file, product, suppress }) => {
      if (file === null) return;
      mutate(
        { file, product: product.trim(), suppress, previewOnly },
        {
          onSuccess: (imported) => {
            if (previewOnly) return setPreview(imported);
            modals.close(MODAL);
            notifyDone(`${countOf(imported.decided, 'analysis', 'analyses')} imported.`);
          },
        },
      );
    });
  return (
    <form onSubmit={send(preview === undefined)} noValidate>
      <Stack gap="sm">
        <FileInput
          label="File"
          description="OpenVEX, CSAF or CycloneDX, as JSON. Statements apply to items with the package URL of a product."
          required
          {...form.getInputProps('file')}
        />
        <TextInput
          label="Product"
          placeholder="pkg:oci/shop@1.2"
          description="Package URL of this project, if the document is about it and names its parts"
          {...form.getInputProps('product')}
        />
        <Checkbox
          label="Suppress what is not affected or fixed"
          {...form.getInputProps('suppress', { type: 'checkbox' })}
        />
        {preview && <Preview imported={preview} />}
        <Refused error={error} />
        <PreviewButtons
          modalId={MODAL}
          isPending={isPending}
          confirm={preview && `Import ${preview.decided}`}
          changesNothing={preview?.decided === 0}
        />
      </Stack>
    </form>
  );
}

const WORDS: Record<VexImport['changes'][number]['change'], string> = {
  NEW: 'new',
  CHANGED: 'changed',
  SAME: 'stays as it is',
  KEPT: 'stays, because somebody has decided otherwise',
  SUPPRESSED_EVERYWHERE: 'stays suppressed in all projects',
};

function Preview({ imported }: { imported: VexImport }) {
  const { format, supplier, statements, unmatched, decided, leftOff, changes, issues } = imported;
  const lines = [
    ...changes.map(({ inventoryId, inventoryName, vulnerabilityName, state, change }) => ({
      key: `${inventoryId} ${vulnerabilityName}`,
      text: `${vulnerabilityName} in ${inventoryName}, ${stateLabel(state).toLowerCase()}: ${WORDS[change]}`,
    })),
    ...issues.map(({ path, message }) => ({ key: `${path} ${message}`, text: message })),
  ];
  return (
    <ChangePreview
      title={`${countOf(decided, 'analysis', 'analyses')} from ${countOf(statements, 'statement')}`}
      changes={lines}
      leftOff={leftOff}
    >
      <Text size="sm" c="dimmed">
        {format} of {supplier || 'an author that it does not name'}
        {unmatched > 0 && `; ${countOf(unmatched, 'statement')} about nothing in this project`}
      </Text>
    </ChangePreview>
  );
}
