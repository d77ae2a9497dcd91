// Detects that the shown evidence of a project is outdated: scans update it, and so do background jobs that nobody in
// the project started.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { licenseRulesQuery } from '../library/license-rules/queries.ts';
import { projectQuery } from '../project/queries.ts';

/**
 * Fetches the shown files again if the evidence of the project has changed, and calls `onChange` for data that is kept
 * elsewhere.
 */
export function useFreshEvidence(projectId: number, onChange: () => void): void {
  const queryClient = useQueryClient();
  const rules = useQuery(licenseRulesQuery);
  const project = useQuery(projectQuery(projectId));
  const shown = project.data?.evidenceVersion;
  const scan = project.data?.lastScanTaskId;
  const present = rules.data?.analyzerVersion;

  // Checked with each answer about the rules: the job that updates a project may start and end between two answers.
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
