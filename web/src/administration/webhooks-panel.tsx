// Administration: webhooks of the installation, and what was told to the chosen one.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { openNewWebhook } from '../webhooks/webhook-forms.tsx';
import { WebhookList } from '../webhooks/webhook-list.tsx';
import classes from './administration-page.module.css';

const route = getRouteApi('/signed-in/administration/webhooks');

export function WebhooksPanel() {
  const { webhook } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.column}>
      <div className={classes.bar}>
        <h1 className={classes.title}>Webhooks</h1>
        <Button leftSection={<IconPlus size={15} />} onClick={() => openNewWebhook()}>
          New webhook
        </Button>
      </div>
      <p className={classes.intro}>
        Each is called when something happens in any project, signed with its secret, until it has answered. A project
        can have webhooks of its own, under its tab Webhooks.
      </p>
      <WebhookList
        chosenId={webhook}
        onChoose={(id) => navigate({ search: { webhook: id }, replace: true })}
        emptyText="A build server or a chat can be told when a scan has ended or a review was decided."
      />
    </div>
  );
}
