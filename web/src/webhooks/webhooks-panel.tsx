// Administration: webhooks of the installation, and the deliveries of the selected one.

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { openNewWebhook } from './webhook-forms.tsx';
import { WebhookList } from './webhook-list.tsx';

const route = getRouteApi('/signed-in/administration/webhooks');

export function WebhooksPanel() {
  const { webhook } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.column}>
      <PageHead
        title="Webhooks"
        intro="Assay calls each webhook when something happens in any project. Calls are signed with the webhook’s secret and repeated until the receiver answers. A project can have its own webhooks on its Webhooks tab."
      >
        <Button leftSection={<IconPlus size={15} />} onClick={() => openNewWebhook()}>
          New webhook
        </Button>
      </PageHead>
      <WebhookList
        chosenId={webhook}
        onChoose={(id) => navigate({ search: { webhook: id }, replace: true })}
        emptyText="A webhook tells a build server or a chat when a scan ends or an item is reviewed."
      />
    </div>
  );
}
