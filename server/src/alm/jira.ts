// Client for Jira's REST API v2. Jira Cloud and Jira Data Center share it, except for the search. Every call uses the guarded fetch,
// follows no redirect, and has limits of time and size. https://developer.atlassian.com/cloud/jira/platform/rest/v2/
import type { AlmAuthentication, AttemptFailure } from '../domain/messages/alm-issue.ts';
import { type Outgoing, OutgoingError } from '../outgoing/index.ts';

export interface JiraLogin {
  /** Without a slash at the end; may have a path. */
  url: string;
  authentication: AlmAuthentication;
  userName: string;
  secret: string;
}

export interface JiraIssue {
  id: string;
  key: string;
  summary: string;
  status: string;
  isDone: boolean;
}

export interface NewJiraIssue {
  projectKey: string;
  issueType: string;
  /** Blank leaves it to Jira. */
  priority: string;
  summary: string;
  description: string;
  label: string;
}

/** Jira refused or did not answer. The message holds no secret and may be shown to members of the project. */
export class JiraError extends Error {
  override name = 'JiraError';
  readonly failure: AttemptFailure;
  /** 0 when there was no answer. */
  readonly status: number;

  constructor(failure: AttemptFailure, status: number) {
    super(failure.message);
    this.failure = failure;
    this.status = status;
  }
}

export interface Jira {
  serverInfo(): Promise<{ title: string; version: string; deployment: string }>;
  /** The name of the user who is signed in. */
  myself(): Promise<string>;
  /** Names of the issue types of a project. */
  issueTypes(projectKey: string): Promise<string[]>;
  createIssue(issue: NewJiraIssue): Promise<{ id: string; key: string }>;
  findIssue(id: string): Promise<JiraIssue | undefined>;
  /** Issues with a label, at most two. */
  issuesWithLabel(label: string): Promise<JiraIssue[]>;
  /** Reads issues. Jira refuses the whole request when one of them does not exist. */
  issuesWithIds(ids: string[]): Promise<JiraIssue[]>;
}

/** Issues per search request. */
export const ISSUES_AT_ONCE = 50;
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
const LONGEST_MESSAGE = 500;
const FIELDS = ['summary', 'status'];

type Json = Record<string, unknown>;

/** Guarded fetch, and the clock for `Retry-After` dates. */
interface CallContext {
  outgoing: Pick<Outgoing, 'fetch'>;
  now(): Date;
}

export function openJira(context: CallContext, login: JiraLogin, signal?: AbortSignal): Jira {
  const call = (method: string, path: string, body?: Json) => send(context, login, { method, path, body, signal });
  let deployment: Promise<string> | undefined;
  const jira: Jira = {
    async serverInfo() {
      const info = await call('GET', '/serverInfo');
      return {
        title: textOf(info.serverTitle),
        version: textOf(info.version),
        deployment: textOf(info.deploymentType),
      };
    },
    async myself() {
      const user = await call('GET', '/myself');
      return textOf(user.displayName) || textOf(user.name) || textOf(user.accountId);
    },
    async issueTypes(projectKey) {
      const project = await call('GET', `/project/${encodeURIComponent(projectKey)}`);
      return listOf(project.issueTypes).map((type) => textOf(type.name));
    },
    async createIssue(issue) {
      const { projectKey, issueType, priority, summary, description, label } = issue;
      const fields = {
        project: { key: projectKey },
        issuetype: { name: issueType },
        summary,
        description,
        labels: [label],
      };
      const made = await call('POST', '/issue', {
        fields: { ...fields, ...(priority === '' ? {} : { priority: { name: priority } }) },
      });
      const [id, key] = [textOf(made.id), textOf(made.key)];
      if (id === '' || key === '') throw notJira(login, 201);
      return { id, key };
    },
    async findIssue(id) {
      try {
        return issueOf(await call('GET', `/issue/${encodeURIComponent(id)}?fields=${FIELDS.join()}`), login);
      } catch (error) {
        if (error instanceof JiraError && error.status === 404) return undefined;
        throw error;
      }
    },
    issuesWithLabel: (label) => search(`labels = "${label}" order by id asc`, 2),
    issuesWithIds: (ids) => search(`id in (${ids.filter((id) => /^\d+$/.test(id)).join(',')})`, ids.length),
  };
  /** Data Center knows only the older address, Cloud only the newer. */
  async function search(jql: string, maxResults: number): Promise<JiraIssue[]> {
    deployment ??= jira.serverInfo().then((info) => info.deployment);
    const path = (await deployment) === 'Cloud' ? '/search/jql' : '/search';
    const { issues } = await call('POST', path, { jql, maxResults, fields: FIELDS });
    return listOf(issues).map((issue) => issueOf(issue, login));
  }
  return jira;
}

interface JiraRequest {
  method: string;
  path: string;
  body?: Json;
  signal?: AbortSignal;
}

async function send({ outgoing, now }: CallContext, login: JiraLogin, request: JiraRequest): Promise<Json> {
  const { method, path, body, signal } = request;
  const headers = {
    authorization: authorization(login),
    accept: 'application/json',
    // Without this header Jira rejects calls that carry no browser origin as forged.
    'x-atlassian-token': 'no-check',
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await outgoing
    .fetch(
      `${login.url}/rest/api/2${path}`,
      { method, headers, body: body ? JSON.stringify(body) : null, signal, redirect: 'manual' },
      { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
    )
    .catch((error) => {
      if (!(error instanceof OutgoingError)) throw error;
      // This server's own rules refused the call: retrying cannot help.
      throw new JiraError({ type: error.code === 'refused' ? 'refused' : 'away', message: error.message }, 0);
    });
  const json = jsonOf(answer.headers.get('content-type'), await answer.text());
  if (answer.ok && json) return json;
  throw answer.ok ? notJira(login, answer.status) : new JiraError(failureOf(login, answer, json, now()), answer.status);
}

function authorization({ authentication, userName, secret }: JiraLogin): string {
  if (authentication === 'BEARER') return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${userName}:${secret}`, 'utf8').toString('base64')}`;
}

function failureOf(login: JiraLogin, answer: Response, json: Json | undefined, now: Date): AttemptFailure {
  const { status } = answer;
  const host = new URL(login.url).host;
  const words = json ? wordsOf(json) : '';
  const said = words === '' ? '.' : `: ${words}`;
  if (status === 401 || status === 403)
    return { type: 'login', message: `${host} refuses the login (${status})${said}` };
  if (status === 429)
    return {
      type: 'throttled',
      message: `${host} received too many requests (429)${said}`,
      ...retryAfter(answer.headers.get('retry-after'), now),
    };
  if (status >= 500 || status < 400 || !json)
    return {
      type: 'away',
      message: `${host} answers ${status}${json ? said : ' and no JSON: it may be a proxy, or no Jira.'}`,
    };
  return { type: 'refused', message: `${host} refuses (${status})${said}` };
}

function retryAfter(header: string | null, now: Date): { retryAfterSeconds?: number } {
  if (header === null) return {};
  if (/^\d{1,9}$/.test(header.trim())) return { retryAfterSeconds: Number(header) };
  const at = Date.parse(header);
  return Number.isNaN(at) ? {} : { retryAfterSeconds: Math.max(0, Math.ceil((at - now.getTime()) / 1000)) };
}

/** `{"errorMessages":["…"],"errors":{"field":"…"}}` */
function wordsOf(json: Json): string {
  const general = Array.isArray(json.errorMessages) ? json.errorMessages.map(textOf) : [];
  const ofFields = Object.entries(objectOf(json.errors)).map(([field, text]) => `${field}: ${textOf(text)}`);
  const single = textOf(json.message);
  const words = [...general, ...ofFields, ...(single ? [single] : [])].join(' ').replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return words.toWellFormed().slice(0, LONGEST_MESSAGE);
}

function jsonOf(contentType: string | null, text: string): Json | undefined {
  if (!/\bjson\b/i.test(contentType ?? '')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function notJira(login: JiraLogin, status: number): JiraError {
  const host = new URL(login.url).host;
  return new JiraError({ type: 'away', message: `${host} answers ${status}, but not as Jira does.` }, status);
}

function issueOf(json: Json, login: JiraLogin): JiraIssue {
  const [id, key] = [textOf(json.id), textOf(json.key)];
  if (!/^\d{1,18}$/.test(id) || key === '') throw notJira(login, 200);
  const fields = objectOf(json.fields);
  const status = objectOf(fields.status);
  return {
    id,
    key: storable(key, 255),
    summary: storable(textOf(fields.summary), 1000),
    status: storable(textOf(status.name), 255),
    isDone: textOf(objectOf(status.statusCategory).key) === 'done',
  };
}

function storable(text: string, most: number): string {
  return text.toWellFormed().replaceAll('\0', '').slice(0, most);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
