// What opens a row of a table: looks like a link, and breaks as the text of cells does. A button's own text stands in one line and
// would stretch the table over its frame.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

export function CellButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button
      variant="transparent"
      size="compact-sm"
      px={0}
      h="auto"
      // Room for a word of usual length, whatever the longest name in the column leaves.
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
