// Tells when what is shown of a project's code base is not what the server has any more: evidence is made anew in the background, by jobs that
// nobody in the project started, and by scans.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { licenseRulesQuery } from '../library/license-rules/queries.ts';
import { projectQuery } from '../project/queries.ts';

/** Asks for the files shown again when the project has other evidence, and says so to `onChange`, for what is kept elsewhere. */
export function useFreshEvidence(projectId: number, onChange: () => void): void {
  const queryClient = useQueryClient();
  const rules = useQuery(licenseRulesQuery);
  const project = useQuery(projectQuery(projectId));
  const shown = project.data?.evidenceVersion;
  const scan = project.data?.lastScanTaskId;
  const present = rules.data?.analyzerVersion;

  // With each answer about the rules: the job that brings a project to them may begin and end between two of them.
  const isOutdated = !!shown && !!present && shown !== present;
  const answeredAt = rules.dataUpdatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts, not only one that differs
  useEffect(() => {
    if (isOutdated) void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey });
  }, [queryClient, projectId, isOutdated, answeredAt]);

  const evidence = project.data && `${projectId} ${shown} ${scan}`;
  const seen = useRef(evidence);
  useEffect(() => {
    const before = seen.current;
    seen.current = evidence;
    if (!before?.startsWith(`${projectId} `) || evidence === undefined || before === evidence) return;
    void queryClient.invalidateQueries({ queryKey: ['files'] });
    onChange();
  }, [queryClient, projectId, evidence, onChange]);
}
