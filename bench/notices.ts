// How many of the packages' own license files the notices of an application contain, word for word apart from white space. Prints JSON.
//   node bench/notices.ts URL LOGIN PASSWORD APPLICATION.tgz [FOLDER]
// Uploads the application to a running server, scans it, makes the Notices report, and compares it with the files of the archive. FOLDER: where the
// application lies unpacked; by default the archive is unpacked beside the reports.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { present } from '@assay/scanner/items';
import yauzl from 'yauzl';

const [url = '', login = '', password = '', archive = '', unpacked] = process.argv.slice(2);
if (archive === '') throw new Error('node bench/notices.ts URL LOGIN PASSWORD APPLICATION.tgz [FOLDER]');
const base = `${url.replace(/\/$/, '')}/api`;

interface Called {
  response: Response;
  // Answers of many operations, whose members are checked where they are used.
  body: Record<string, unknown> & { data?: unknown };
}

let token = '';
async function call(method: string, path: string, body?: unknown): Promise<Called> {
  const isBytes = body instanceof Buffer;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if (!response.ok && response.status !== 202)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return { response, body: isJson ? ((await response.clone().json()) as Called['body']) : {} };
}

async function jobOver(id: unknown): Promise<void> {
  for (;;) {
    const { status, error } = (await call('GET', `/jobs/${id}`)).body as { status: string; error: string };
    if (/completed/i.test(status)) return;
    if (/failed|cancel/i.test(status)) throw new Error(`job ${id}: ${status} ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/** White space and the bullets and boxes of the report do not count. */
const folded = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\s+/g, ' ')
    .trim();

function* licenseFiles(folder: string, at = folder): Generator<string> {
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) yield* licenseFiles(folder, path);
    else if (
      /^(?:licen[cs]e|copying|notice)(?:[-_.].*)?$/i.test(entry.name) &&
      !/\.(?:[cm]?[jt]s|json)$/i.test(entry.name)
    )
      yield path;
  }
}

async function noticesOf(projectId: number, style: string): Promise<string> {
  const reports = (await call('GET', '/reports?path=NOTICES')).body.data as { id: number }[];
  const { id } = present(reports[0], 'report NOTICES');
  const made = await call('POST', `/projects/${projectId}/reports/${id}/generate`, {
    options: { formats: 'text', style, scopes: 'all' },
  });
  const { taskId } = made.body.data as { taskId: number };
  await jobOver(taskId);
  const { response } = await call('GET', `/projects/${projectId}/reports/${id}/download?taskId=${taskId}`);
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  for await (const entry of zip.eachEntry())
    if (entry.fileName.endsWith('.txt'))
      return Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))).toString();
  throw new Error('the report has no text');
}

const folder = unpacked ?? mkdtempSync(join(tmpdir(), 'notices-'));
if (unpacked === undefined) execFileSync('tar', ['-xzf', archive, '-C', folder]);
const { body } = await call('POST', '/login', { username: login, password });
token = String(body.token ?? '');
const project = (await call('POST', '/projects', { name: `notices ${Date.now()}` })).body as { id: number };
await call('POST', `/project/uploadProjectCodebase?projectId=${project.id}`, readFileSync(archive));
const begun = performance.now();
const scan = (await call('POST', `/scanResource/projectScan/${project.id}`)).body as Record<string, unknown>;
await jobOver(scan['Content: ']);
const scanned = performance.now();
const grouped = await noticesOf(project.id, 'grouped');
const perItem = folded(await noticesOf(project.id, 'per-item'));
writeFileSync(join(tmpdir(), 'notices-grouped.txt'), grouped);
const lines = folded(grouped);
const missing: string[] = [];
let files = 0;
let whole = 0;
let paragraphs = 0;
for (const path of licenseFiles(folder)) {
  const text = readFileSync(path, 'utf8');
  if (folded(text) === '') continue;
  files++;
  const isWhole = perItem.includes(folded(text));
  if (isWhole) whole++;
  else missing.push(relative(folder, path));
  // In groups, the heads of packages stand apart from the text that they share.
  if (text.split(/\n\s*\n/).every((paragraph) => lines.includes(folded(paragraph)))) paragraphs++;
}
const check = (await call('GET', `/projects/${project.id}/notices/check`)).body.data as {
  items: number;
  ownTexts: number;
  texts: number;
  gaps: { kind: string; count: number }[];
};
process.stdout.write(
  `${JSON.stringify({
    ...{ items: check.items, itemsWithOwnText: check.ownTexts, texts: check.texts },
    scanSeconds: Math.round((scanned - begun) / 1000),
    licenseFiles: files,
    wholeWordForWord: whole,
    percent: Math.round((whole / files) * 10_000) / 100,
    paragraphsInGroups: paragraphs,
    gaps: Object.fromEntries(check.gaps.map(({ kind, count }) => [kind, count])),
    missing: missing.slice(0, 50),
  })}\n`,
);
