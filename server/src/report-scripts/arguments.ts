// What a report script is started with. The programs written for the interface take these arguments by place.

export interface ReportCall {
  projectId: number;
  reportId: number;
  token: string;
  /** Values by name; the programs expect texts only. */
  options: Readonly<Record<string, string>>;
  /** The second project, for reports whose definition asks for one. */
  otherProjectId?: number;
}

/** Project, report, token, options and, where there is one, the second project. */
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

/** The programs take off the first and the last character and halve all other quotes, as a shell of Windows would have them written. */
function quotedOptions(options: Record<string, string>): string {
  return `"${JSON.stringify(options).replaceAll('"', '""')}"`;
}
