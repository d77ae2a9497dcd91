// Shows that an older analyser or older rules produced the evidence, and how far its update is.
import { Alert } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { licenseRulesQuery } from '../library/license-rules/queries.ts';
import { projectQuery } from '../project/queries.ts';

export function EvidenceNotice({ projectId }: { projectId: number }) {
  const rules = useQuery(licenseRulesQuery);
  const project = useQuery(projectQuery(projectId));
  const shown = project.data?.evidenceVersion;
  const present = rules.data?.analyzerVersion;
  if (!shown || !present || shown === present) return null;
  const job = rules.data?.refreshJob;
  return (
    <Alert color="brass" variant="light" icon={<IconRefresh size={16} />} data-testid="evidence-notice">
      This evidence was produced with an older analyser or older rules.{' '}
      {job
        ? `It is being updated in the background${job.total > 0 ? ` (${Math.floor((job.done / job.total) * 100)} % of all projects)` : ''}; the next scan updates the inventory.`
        : 'The next scan updates it.'}
    </Alert>
  );
}
