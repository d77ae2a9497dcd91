// The parts of a form that first shows what would change and then changes it.
import { Button, Group, ScrollArea, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { useKeptFocus } from '../elements/kept-focus.ts';

interface ChangePreviewProps {
  /** What changes, in one line. */
  title: string;
  /** More about the whole, above the list. */
  children?: ReactNode;
  /** One line for each change. */
  changes: { key: string | number; text: ReactNode }[];
  /** The number of changes that are not listed. */
  leftOff: number;
}

export function ChangePreview({ title, children, changes, leftOff }: ChangePreviewProps) {
  return (
    <section aria-label="What changes">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {children}
      <ScrollArea.Autosize mah={180}>
        <ul>
          {changes.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {leftOff > 0 && (
        <Text size="sm" c="dimmed">
          and {leftOff} more
        </Text>
      )}
    </section>
  );
}

interface PreviewButtonsProps {
  modalId: string;
  isPending: boolean;
  /** The label of the button that changes it. Undefined until the preview is there. */
  confirm: string | undefined;
  /** True if the preview shows that nothing would change. */
  changesNothing: boolean;
}

export function PreviewButtons({ modalId, isPending, confirm, changesNothing }: PreviewButtonsProps) {
  const button = useKeptFocus(isPending);
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={() => modals.close(modalId)}>
        Cancel
      </Button>
      <Button ref={button} type="submit" loading={isPending} disabled={changesNothing}>
        {confirm ?? 'Show what changes'}
      </Button>
    </Group>
  );
}
