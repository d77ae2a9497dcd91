// Shows a report in the page. The frame has an origin of its own, so the report cannot reach this page, whatever it
// contains.
import { Button, Group } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import classes from './reports-tab.module.css';

export function ReportView({ name, address, onClose }: { name: string; address: string; onClose: () => void }) {
  return (
    <section className={classes.view} aria-label={`${name}, the report`}>
      <Group justify="space-between" p={8}>
        <strong>{name}</strong>
        <Group gap={8}>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="xs"
            leftSection={<IconExternalLink size={14} />}
          >
            Open in new tab
          </Button>
          <Button variant="default" size="xs" leftSection={<IconX size={14} />} onClick={onClose}>
            Close
          </Button>
        </Group>
      </Group>
      <iframe
        title={name}
        src={address}
        className={classes.frame}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      />
    </section>
  );
}
