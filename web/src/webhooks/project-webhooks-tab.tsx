// The webhooks of one project, for users who may change its settings.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import { openNewWebhook } from './webhook-forms.tsx';
import { WebhookList } from './webhook-list.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/webhooks');

export function ProjectWebhooksTab() {
  const projectId = useProjectId();
  const may = useMay();
  const { webhook } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={`${classes.column} ${classes.padded}`}>
      <PageHead intro="Assay calls each webhook when something happens in this project. Calls are signed with the webhook’s secret and repeated until the receiver answers.">
        {may('EDIT_PROJECT') && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => openNewWebhook(projectId)}>
            New webhook
          </Button>
        )}
      </PageHead>
      <WebhookList
        projectId={projectId}
        chosenId={webhook}
        onChoose={(id) => navigate({ search: { webhook: id }, replace: true })}
        emptyText="A webhook tells a build server or a chat when a scan of this project ends or an item is reviewed."
      />
    </div>
  );
}
