// The arguments of a report script. Programs written for the interface read them by position.

export interface ReportCall {
  projectId: number;
  reportId: number;
  token: string;
  /** Values by name; the programs expect texts only. */
  options: Readonly<Record<string, string>>;
  /** The second project, for reports with a definition that needs one. */
  otherProjectId?: number;
}

/** Project, report, token, options and, if there is one, the second project. */
export function scriptArguments({ projectId, reportId, token, options, otherProjectId }: ReportCall): string[] {
  const second: Record<string, string> = otherProjectId === undefined ? {} : { otherProjectId: String(otherProjectId) };
  return [
    String(projectId),
    String(reportId),
    token,
    quotedOptions({ ...options, ...second }),
    ...(otherProjectId === undefined ? [] : [String(otherProjectId)]),
  ];
}

/** The programs remove the first and the last character and halve all other quotes, as if a Windows shell had written them. */
function quotedOptions(options: Record<string, string>): string {
  return `"${JSON.stringify(options).replaceAll('"', '""')}"`;
}
