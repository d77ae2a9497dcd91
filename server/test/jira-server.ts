// A stand-in for Jira over HTTP, which answers the calls that Assay makes in the shapes of Jira's public documentation, its errors included.
// https://developer.atlassian.com/cloud/jira/platform/rest/v2/ and https://docs.atlassian.com/software/jira/docs/api/REST/9.12.0/
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

interface StoredIssue {
  id: string;
  key: string;
  fields: {
    project: { key: string };
    issuetype: { name: string };
    summary: string;
    description: string;
    labels: string[];
    priority?: { name: string };
  };
  status: { name: string; category: 'new' | 'indeterminate' | 'done' };
}

/** Failures that the next calls get instead of an answer. Each is used once. */
export type Trouble =
  | { type: 'throttle'; retryAfter: string }
  | { type: 'proxy page' }
  | { type: 'fault' }
  | { type: 'redirect'; to: string }
  /** The issue is created, and the connection breaks before the answer. */
  | { type: 'lost answer' }
  | { type: 'too large' }
  | { type: 'other json' };

export interface JiraServer {
  url: string;
  issues: Map<string, StoredIssue>;
  /** Method and path of each call. */
  calls: string[];
  /** For calls with a `METHOD /path` that begins with this text, in order. */
  troubles: { at: string; trouble: Trouble }[];
  /** Adds an issue as somebody in Jira would. */
  add(summary: string): StoredIssue;
  close(): Promise<void>;
}

export const JIRA_USER = 'robot@example.org';
export const JIRA_TOKEN = 'ATATT3xFfGF0-test';
export const JIRA_PAT = 'NjAxNzQ1-test';

const ISSUE_TYPES = ['Task', 'Bug'];
const PRIORITIES = ['High', 'Medium', 'Low'];
const PROJECTS = ['LEGAL', 'OTHER'];

export async function startJira(deployment: 'Cloud' | 'Server' = 'Server', basePath = ''): Promise<JiraServer> {
  const jira: JiraServer = {
    url: '',
    issues: new Map(),
    calls: [],
    troubles: [],
    add(summary) {
      const fields = { project: { key: 'LEGAL' }, issuetype: { name: 'Task' }, summary, description: '', labels: [] };
      return store(fields);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  let lastId = 10_000;
  function store(fields: StoredIssue['fields']): StoredIssue {
    const id = String(++lastId);
    const issue: StoredIssue = {
      id,
      key: `${fields.project.key}-${lastId - 10_000}`,
      fields,
      status: { name: 'To Do', category: 'new' },
    };
    jira.issues.set(id, issue);
    return issue;
  }
  const server = createServer((request, response) => {
    void handle(request, response).catch((error) => response.destroy(error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://jira');
    const path = pathname.slice(basePath.length);
    const call = `${request.method} ${path}`;
    jira.calls.push(call);
    const body = await bodyOf(request);
    const at = jira.troubles.findIndex((one) => call.startsWith(one.at));
    const [met] = at < 0 ? [] : jira.troubles.splice(at, 1);
    const trouble = met?.trouble;
    if (trouble && trouble.type !== 'lost answer') return meet(trouble, response);
    if (!pathname.startsWith(`${basePath}/rest/api/2/`)) return html(response, 404, 'Oops, you’ve found a dead link');
    if (!isSignedIn(request, deployment)) return unauthorized(response, deployment);
    const { status, answer } = operation(call, searchParams, body);
    if (trouble) return void response.destroy();
    json(response, status, answer);
  }

  function operation(call: string, query: URLSearchParams, body: unknown): { status: number; answer: unknown } {
    const [method, path = ''] = call.replace('/rest/api/2', '').split(' ');
    const [, resource, name = ''] = path.split('/');
    if (method === 'GET' && resource === 'serverInfo') return { status: 200, answer: serverInfo() };
    if (method === 'GET' && resource === 'myself') return { status: 200, answer: myself() };
    if (method === 'GET' && resource === 'project') return project(decodeURIComponent(name));
    if (method === 'POST' && path === '/issue') return create(body as { fields?: Partial<StoredIssue['fields']> });
    if (method === 'GET' && resource === 'issue') return get(decodeURIComponent(name), query);
    const search = deployment === 'Cloud' ? '/search/jql' : '/search';
    if (method === 'POST' && path === search)
      return find(body as { jql: string; maxResults?: number; fields?: string[] });
    if (path === '/search')
      return refused(410, ['The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.']);
    return refused(404, ['null for uri']);
  }

  function serverInfo() {
    return {
      baseUrl: jira.url,
      version: deployment === 'Cloud' ? '1001.0.0-SNAPSHOT' : '9.12.2',
      versionNumbers: deployment === 'Cloud' ? [1001, 0, 0] : [9, 12, 2],
      deploymentType: deployment,
      buildNumber: 100200,
      buildDate: '2026-01-10T00:00:00.000+0000',
      serverTime: '2026-01-10T00:00:00.000+0000',
      scmInfo: '1f51473f5c7b75c1a69a0090f4832cdc5053702a',
      serverTitle: 'Example Jira',
    };
  }

  function myself() {
    const common = {
      self: `${jira.url}/rest/api/2/user`,
      emailAddress: JIRA_USER,
      displayName: 'Robot',
      active: true,
      timeZone: 'UTC',
    };
    return deployment === 'Cloud'
      ? { ...common, accountId: '5b10a2844c20165700ede21g', accountType: 'atlassian' }
      : { ...common, key: 'robot', name: 'robot' };
  }

  function project(key: string) {
    if (!PROJECTS.includes(key)) return refused(404, [`No project could be found with key '${key}'.`]);
    const issueTypes = ISSUE_TYPES.map((name, index) => ({
      self: `${jira.url}/rest/api/2/issuetype/${index}`,
      id: String(index),
      name,
      subtask: false,
    }));
    return {
      status: 200,
      answer: { self: `${jira.url}/rest/api/2/project/${key}`, id: '10000', key, name: 'Example', issueTypes },
    };
  }

  function create(body: { fields?: Partial<StoredIssue['fields']> }) {
    const fields = body.fields ?? {};
    const errors: Record<string, string> = {};
    if (!PROJECTS.includes(fields.project?.key ?? '')) errors.project = 'valid project is required';
    if (!ISSUE_TYPES.includes(fields.issuetype?.name ?? '')) errors.issuetype = 'The issue type selected is invalid.';
    if (fields.priority && !PRIORITIES.includes(fields.priority.name)) errors.priority = 'Priority name is not valid';
    if (!fields.summary) errors.summary = 'You must specify a summary of the issue.';
    else if (/[\r\n]/.test(fields.summary))
      errors.summary = 'The summary is invalid because it contains newline characters.';
    else if (fields.summary.length > 255) errors.summary = 'Summary can not exceed 255 characters.';
    for (const label of fields.labels ?? [])
      if (/\s/.test(label)) errors.labels = `The label '${label}' contains spaces which is invalid.`;
    // The older API takes text, the newer one a document.
    if (typeof (fields.description ?? '') !== 'string') errors.description = 'Operation value must be a string';
    if (Object.keys(errors).length > 0) return { status: 400, answer: { errorMessages: [], errors } };
    const { id, key } = store(fields as StoredIssue['fields']);
    return { status: 201, answer: { id, key, self: `${jira.url}/rest/api/2/issue/${id}` } };
  }

  function get(idOrKey: string, query: URLSearchParams) {
    const issue = jira.issues.get(idOrKey) ?? [...jira.issues.values()].find((one) => one.key === idOrKey);
    if (!issue) return refused(404, ['Issue does not exist or you do not have permission to see it.']);
    return { status: 200, answer: shown(issue, query.get('fields')?.split(',')) };
  }

  function shown(issue: StoredIssue, fields?: string[]) {
    const { name, category } = issue.status;
    const categories = { new: 'To Do', indeterminate: 'In Progress', done: 'Done' };
    const all = {
      ...issue.fields,
      status: {
        self: `${jira.url}/rest/api/2/status/1`,
        description: '',
        iconUrl: `${jira.url}/`,
        name,
        id: '1',
        statusCategory: {
          self: `${jira.url}/rest/api/2/statuscategory/1`,
          id: 1,
          key: category,
          colorName: 'blue-gray',
          name: categories[category],
        },
      },
    };
    return {
      expand: 'renderedFields,names,schema,operations,editmeta,changelog,versionedRepresentations',
      id: issue.id,
      self: `${jira.url}/rest/api/2/issue/${issue.id}`,
      key: issue.key,
      fields: Object.fromEntries(Object.entries(all).filter(([field]) => !fields || fields.includes(field))),
    };
  }

  function find({ jql, maxResults = 50, fields }: { jql: string; maxResults?: number; fields?: string[] }) {
    const label = /^labels = "([^"]*)" order by id asc$/.exec(jql)?.[1];
    const ids = /^id in \(([\d,]+)\)$/.exec(jql)?.[1]?.split(',');
    if (label === undefined && !ids) return refused(400, [`Error in the JQL Query: '${jql}'.`]);
    const unknown = ids?.find((id) => !jira.issues.has(id));
    if (unknown) return refused(400, [`A value with ID '${unknown}' does not exist for the field 'id'.`]);
    const fitting = [...jira.issues.values()].filter((issue) =>
      ids ? ids.includes(issue.id) : issue.fields.labels.includes(label as string),
    );
    const issues = fitting.slice(0, maxResults).map((issue) => shown(issue, fields));
    const page =
      deployment === 'Cloud'
        ? { isLast: true }
        : { expand: 'schema,names', startAt: 0, maxResults, total: fitting.length };
    return { status: 200, answer: { ...page, issues } };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  jira.url = `http://127.0.0.1:${(server.address() as { port: number }).port}${basePath}`;
  return jira;
}

function refused(status: number, errorMessages: string[]) {
  return { status, answer: { errorMessages, errors: {} } };
}

function isSignedIn(request: IncomingMessage, deployment: string): boolean {
  const given = request.headers.authorization;
  if (deployment === 'Server' && given === `Bearer ${JIRA_PAT}`) return true;
  return given === `Basic ${Buffer.from(`${JIRA_USER}:${JIRA_TOKEN}`).toString('base64')}`;
}

function unauthorized(response: ServerResponse, deployment: string): void {
  if (deployment === 'Cloud') {
    json(response, 401, { message: 'Client must be authenticated to access this resource.', 'status-code': 401 });
  } else {
    response.setHeader('www-authenticate', 'OAuth realm="http%3A%2F%2Fjira"');
    html(response, 401, 'Unauthorized (401)');
  }
}

function meet(trouble: Trouble, response: ServerResponse): void {
  switch (trouble.type) {
    case 'throttle':
      response.setHeader('retry-after', trouble.retryAfter);
      json(response, 429, { message: 'Rate limit exceeded.' });
      break;
    case 'proxy page':
      html(response, 502, '<h1>502 Bad Gateway</h1>');
      break;
    case 'fault':
      json(response, 500, { errorMessages: ['Internal server error'], errors: {} });
      break;
    case 'redirect':
      response.setHeader('location', trouble.to);
      html(response, 302, '');
      break;
    case 'too large':
      json(response, 200, { issues: [], filler: 'x'.repeat(6 * 1024 * 1024) });
      break;
    case 'other json':
      json(response, 200, { issues: [{ hello: 'world' }] });
      break;
    case 'lost answer':
      response.destroy();
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' });
  response.end(JSON.stringify(value));
}

function html(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/html;charset=UTF-8' });
  response.end(`<html><body>${text}</body></html>`);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
