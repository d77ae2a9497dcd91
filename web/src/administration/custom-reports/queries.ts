// Queries for custom reports: the scripts on the server, the definitions, and a test run.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, pageOf } from '../../api/client.ts';
import type { InstalledReport, ReportDefinition, ReportInput } from '../../api/models.ts';

export const scriptsQuery = queryOptions({
  queryKey: ['reports', 'scripts'],
  queryFn: async () => (await bodyOf(api.GET('/reportScripts'))).data,
});

export const separationQuery = queryOptions({
  queryKey: ['reports', 'separation'],
  queryFn: async () => (await bodyOf(api.GET('/reportScripts/separation'))).data,
});

/** Leaves out standard reports, because they have no scripts. */
export const definitionsQuery = queryOptions({
  queryKey: ['reports', 'definitions'],
  queryFn: async () => (await bodyOf(api.GET('/reports'))).data,
});

/** Reloads everything that shows reports, whatever has changed. */
function useReportChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['reports'] }),
  });
}

export interface ScriptUpload {
  file: File;
  replace: boolean;
}

export function useInstallScripts() {
  return useReportChange(({ file, replace }: ScriptUpload) => {
    const form = new FormData();
    if (replace) form.set('replace', 'true');
    form.set('file', file);
    return bodyOf(api.POST('/reportScripts', { body: form as never, bodySerializer: (body) => body as never }));
  });
}

export function useRemoveScript(folder: string) {
  return useReportChange((_: undefined) =>
    bodyOf(api.DELETE('/reportScripts/{folder}', { params: { path: { folder } } })),
  );
}

export function useRegisterReport() {
  return useReportChange((body: ReportInput) => bodyOf(api.POST('/reports', { body })));
}

export function useChangeReport(id: number) {
  return useReportChange((body: ReportInput) => bodyOf(api.PUT('/reports', { body: { id, ...body } })));
}

export function useDeleteReport(id: number) {
  return useReportChange((_: undefined) =>
    bodyOf(api.DELETE('/reports/{reportId}', { params: { path: { reportId: String(id) } } })),
  );
}

export interface Trial {
  projectId: number;
  otherProjectId?: number;
  options: Record<string, string>;
}

export function useTryReport(reportId: number) {
  return useMutation({
    mutationFn: async ({ projectId, ...body }: Trial) =>
      (
        await bodyOf(
          api.POST('/projects/{projectId}/reports/{reportId}/generate', {
            params: { path: { projectId, reportId } },
            body,
          }),
        )
      ).data.taskId,
  });
}

export function resultAddress(projectId: number, reportId: number, taskId: number): string {
  return `${API_ROOT}/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`;
}

/** Proposes a definition from what the script says of itself, placed after the existing definitions. */
export function suggestedDefinition(script: InstalledReport, standing: readonly ReportDefinition[]): ReportInput {
  const said = (script.definition ?? {}) as Partial<ReportInput>;
  const last = Math.max(0, ...standing.map((one) => one.order));
  return {
    name: typeof said.name === 'string' ? said.name : script.folder,
    path: script.path,
    order: last + 1,
    enabled: true,
    enableProjectPicker: said.enableProjectPicker === true,
    reportOptions: Array.isArray(said.reportOptions) ? said.reportOptions : [],
  };
}

export const definitionQuery = (reportId: number) =>
  queryOptions({
    queryKey: ['reports', 'definitions', reportId],
    queryFn: async () => (await bodyOf(api.GET('/reports/{reportId}', { params: { path: { reportId } } }))).data,
  });

/** The folder of the template among the report scripts: the first part of the path in the definition. */
export const folderOf = (path: string): string => path.split('/', 1)[0] ?? '';

const templateKey = (folder: string) => ['reports', 'template', folder];

export const templateQuery = (folder: string) =>
  queryOptions({
    queryKey: [...templateKey(folder), 'text'],
    queryFn: async () => (await bodyOf(api.GET('/reportTemplates/{folder}', { params: { path: { folder } } }))).data,
    // Does not reload while somebody types. If somebody else has saved a change, saving reports it.
    refetchOnWindowFocus: false,
  });

const VERSIONS_OF_A_PAGE = 100;

/** The newest first. */
export const versionsQuery = (folder: string) =>
  infiniteQueryOptions({
    queryKey: [...templateKey(folder), 'versions'],
    queryFn: ({ pageParam: offset }) => {
      const params = { path: { folder }, query: { offset, limit: VERSIONS_OF_A_PAGE } };
      return pageOf(api.GET('/reportTemplates/{folder}/versions', { params }));
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * VERSIONS_OF_A_PAGE < total ? pages.length + 1 : undefined),
  });

export async function fetchVersionText(folder: string, version: number): Promise<string> {
  const params = { path: { folder, version } };
  return (await bodyOf(api.GET('/reportTemplates/{folder}/versions/{version}', { params }))).data.text;
}

/** Reloads the text and the versions after any change, successful or not. */
function useTemplateChange<Input, Output>(folder: string, change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: templateKey(folder) }),
  });
}

export function useSaveTemplate(folder: string) {
  return useTemplateChange(
    folder,
    async (body: { text: string; note: string; entityVersion?: string }) =>
      (await bodyOf(api.PUT('/reportTemplates/{folder}', { params: { path: { folder } }, body }))).version,
  );
}

export function useRestoreVersion(folder: string) {
  return useTemplateChange(folder, async (version: number) => {
    const params = { path: { folder, version } };
    return (await bodyOf(api.POST('/reportTemplates/{folder}/versions/{version}/restore', { params }))).version;
  });
}

export function usePreview(folder: string) {
  return useMutation({
    mutationFn: async (body: { projectId: number; text: string }) =>
      (await bodyOf(api.POST('/reportTemplates/{folder}/preview', { params: { path: { folder } }, body }))).data,
  });
}
