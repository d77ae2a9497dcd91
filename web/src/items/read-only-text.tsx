// A text of the scan, which people cannot change. Nothing is shown for an empty one.
import { Text } from '@mantine/core';
import classes from './inventory-tab.module.css';

export function ReadOnlyText({ label, text }: { label: string; text: string }) {
  if (text === '' || text === 'N/A') return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={3}>
        {label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <pre className={classes.foundText} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
