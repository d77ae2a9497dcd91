// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of ours.
// Issues in a tracker for tasks: their texts from templates, and the next step after an attempt to create one. Writes nothing.
//
//   The attempt ended with                          | What happens
//   ------------------------------------------------+---------------------------------------------------------------
//   an issue                                        | the task gets the issue
//   no answer, 5xx, no JSON                         | tried again, with growing waits
//   429                                             | tried again at the time that the tracker names, or with growing waits
//   401, 403                                        | tried again, because an administrator can correct the login
//   another refusal (wrong field, no such project)  | given up with the tracker's message; a person may request it again
//   the 12th failure, about five days               | given up with the last message
//
// Decided here, because the interface is silent:
// - Assay creates at most one issue per task, with a label of installation and task. It searches for the label before it creates an
//   issue, because a server may have been killed after it created the issue and before it stored its key.
// - Braces, brackets and exclamation marks in texts of people are escaped, because wiki markup would turn them into macros, mentions
//   and images.
export const templateVariables = [
  'PROJECT_NAME',
  'PROJECT_ID',
  'INVENTORY_NAME',
  'INVENTORY_ID',
  'INVENTORY_PRIORITY',
  'COMPONENT_NAME',
  'VERSION_NAME',
  'LICENSE_NAME',
  'TASK_ID',
  'TASK_TYPE',
  'TASK_SUMMARY',
  'TASK_DETAILS',
  'TASK_PRIORITY',
] as const;
type TemplateVariable = (typeof templateVariables)[number];
export type TemplateValues = Record<TemplateVariable, string>;

export const DEFAULT_SUMMARY_TEMPLATE = '${TASK_SUMMARY}';
export const DEFAULT_DESCRIPTION_TEMPLATE = `\${TASK_DETAILS}

Task \${TASK_ID} (\${TASK_TYPE}, \${TASK_PRIORITY}) of \${INVENTORY_NAME}, \${LICENSE_NAME}, in the project \${PROJECT_NAME}.`;

const LONGEST_SUMMARY = 255;
const LONGEST_DESCRIPTION = 32_000;

/** The first variable of a template that does not exist. */
export function unknownVariable(template: string): string | undefined {
  const names = [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, name]) => name);
  return names.find((name) => !templateVariables.some((known) => known === name));
}

/** On one line, as trackers require. */
export function issueSummary(template: string, values: TemplateValues): string {
  const text = filled(template, values, (value) => value);
  return shortened(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), LONGEST_SUMMARY);
}

export function issueDescription(template: string, values: TemplateValues): string {
  const text = filled(template, values, (value) => value.replaceAll(/[\\{}[\]!]/g, String.raw`\$&`));
  return shortened(text.trim(), LONGEST_DESCRIPTION);
}

function filled(template: string, values: TemplateValues, written: (value: string) => string): string {
  return template.replaceAll(/\$\{([^}]*)\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? written(values[name as TemplateVariable]) : whole,
  );
}

/** Counts UTF-16 units, as trackers do, and never cuts a surrogate pair. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The label by which an issue is found again. Labels contain no blanks. */
export function issueLabel(installationId: string, taskId: number): string {
  return `assay-${installationId}-task-${taskId}`;
}

export const almAuthentications = ['BASIC', 'BEARER'] as const;
export type AlmAuthentication = (typeof almAuthentications)[number];

export const almRequestStates = ['WAITING', 'DONE', 'FAILED'] as const;
export type AlmRequestState = (typeof almRequestStates)[number];

export type AttemptFailure =
  | { type: 'away'; message: string }
  | { type: 'throttled'; message: string; retryAfterSeconds?: number }
  | { type: 'login'; message: string }
  | { type: 'refused'; message: string };

export type RequestFate = { state: 'FAILED'; error: string } | { state: 'WAITING'; waitSeconds: number; error: string };

const LAST_ATTEMPT = 12;
const MINUTE = 60;
const WAITS = [1, 2, 5, 15, 60, 4 * 60, 12 * 60].map((minutes) => minutes * MINUTE);
/** No well-behaved tracker asks for a longer wait. */
const LONGEST_WAIT = 24 * 60 * MINUTE;

/** `attempts`: number of attempts, including this one. */
export function afterFailure(failure: AttemptFailure, attempts: number): RequestFate {
  const error = failure.message;
  if (failure.type === 'refused' || attempts >= LAST_ATTEMPT) return { state: 'FAILED', error };
  const own = WAITS[attempts - 1] ?? WAITS.at(-1) ?? LONGEST_WAIT;
  const asked = failure.type === 'throttled' ? (failure.retryAfterSeconds ?? 0) : 0;
  return { state: 'WAITING', waitSeconds: Math.min(Math.max(own, asked), LONGEST_WAIT), error };
}

/** Two addresses of one tracker become the same text, without a slash at the end. */
export function trackerUrl(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    return undefined;
  return url.href.replace(/\/+$/, '');
}

/** The address of an issue for people. */
export function issueUrl(url: string, key: string): string {
  return `${url}/browse/${encodeURIComponent(key)}`;
}
