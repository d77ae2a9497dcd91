// The webhooks of one project: for those who may change its settings.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import classes from '../administration/administration-page.module.css';
import { openNewWebhook } from '../webhooks/webhook-forms.tsx';
import { WebhookList } from '../webhooks/webhook-list.tsx';
import pageClasses from './project-page.module.css';
import { useMay, useProjectId } from './queries.ts';

const route = getRouteApi('/signed-in/projects/$projectId/webhooks');

export function ProjectWebhooksTab() {
  const projectId = useProjectId();
  const may = useMay();
  const { webhook } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={`${classes.column} ${pageClasses.padded}`}>
      <div className={classes.bar}>
        <p className={classes.intro} style={{ flex: 1 }}>
          Each is called when something happens in this project, signed with its secret, until it has answered.
        </p>
        {may('EDIT_PROJECT') && (
          <Button leftSection={<IconPlus size={15} />} onClick={() => openNewWebhook(projectId)}>
            New webhook
          </Button>
        )}
      </div>
      <WebhookList
        projectId={projectId}
        chosenId={webhook}
        onChoose={(id) => navigate({ search: { webhook: id }, replace: true })}
        emptyText="A build server or a chat can be told when a scan of this project has ended or a review was decided."
      />
    </div>
  );
}
