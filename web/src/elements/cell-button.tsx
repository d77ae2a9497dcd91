// A button that opens a row of a table. It looks like a link, and its text wraps like the text of cells. The text of an
// ordinary button stays on one line and would make the table wider than its frame.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

export function CellButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button
      variant="transparent"
      size="compact-sm"
      px={0}
      h="auto"
      // Leaves room for a word of usual length, even if the column contains a long name.
      miw={112}
      styles={{
        inner: { justifyContent: 'start' },
        label: {
          height: 'auto',
          lineHeight: 1.3,
          overflow: 'visible',
          overflowWrap: 'anywhere',
          textAlign: 'start',
          whiteSpace: 'normal',
        },
      }}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
