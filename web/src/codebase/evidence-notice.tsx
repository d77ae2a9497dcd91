// Says that the evidence shown was made by an older analyser or older rules, and how far it is made anew.
import { Alert } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { licenseRulesQuery } from '../library/license-rules-queries.ts';
import { projectQuery } from '../project/queries.ts';

export function EvidenceNotice({ projectId }: { projectId: number }) {
  const rules = useQuery(licenseRulesQuery);
  const project = useQuery(projectQuery(projectId));
  useFreshEvidence(projectId, project.data?.evidenceVersion, rules.data?.refreshJob?.done);
  const shown = project.data?.evidenceVersion;
  const present = rules.data?.analyzerVersion;
  if (!shown || !present || shown === present) return null;
  const job = rules.data?.refreshJob;
  return (
    <Alert color="brass" variant="light" icon={<IconRefresh size={16} />} data-testid="evidence-notice">
      The analyser or its rules have changed since this evidence was found.{' '}
      {job
        ? `It is made anew in the background${job.total > 0 ? ` (${Math.floor((job.done / job.total) * 100)} % of all projects)` : ''}; inventory follows with the next scan.`
        : 'It is made anew by the next scan.'}
    </Alert>
  );
}

/** While the background job moves, the project is asked for again; when its evidence has changed, so are its files. */
function useFreshEvidence(projectId: number, version: string | null | undefined, done: number | undefined): void {
  const queryClient = useQueryClient();
  const seen = useRef({ projectId, version, done });
  useEffect(() => {
    const before = seen.current;
    seen.current = { projectId, version, done };
    if (before.projectId !== projectId) return;
    if (before.done !== done) void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey });
    if (before.version !== undefined && before.version !== version)
      void queryClient.invalidateQueries({ queryKey: ['files'] });
  }, [queryClient, projectId, version, done]);
}
