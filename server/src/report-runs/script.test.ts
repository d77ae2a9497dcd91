// Custom reports made by their scripts: the shipped examples, the input of scripts, and scripts that misbehave.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { readZip } from '../../test/zip-content.ts';
import { writeServerProperties } from '../report-scripts/places.ts';
import { leftBehindIssues } from './script.ts';

const EXAMPLES = fileURLToPath(new URL('../../../docs/examples/custom_report_scripts', import.meta.url));
let h: Harness;
let scripts: string;
let project: number;
let second: number;
let observer: Person;
let count = 0;

beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'assay-scripts-'));
  h = await startHarness({
    ASSAY_REPORT_SCRIPTS_DIR: scripts,
    ASSAY_REPORT_DISK_MB: '8',
    ASSAY_REPORT_MEMORY_MB: '256',
    ASSAY_REPORT_PROCESSES: '60',
  });
  await writeServerProperties(scripts, await h.listen());
  await h.work();
  observer = await h.person('observer');
  project = await makeProject('first <one>');
  second = await makeProject('second', { privateProject: true });
  await h.call('POST', '/inventories', {
    body: { projectId: project, inventoryModel: { name: 'zlib & co', inventoryType: 'WORK_IN_PROGRESS' } },
  });
});
afterAll(async () => {
  await h.close();
  rmSync(scripts, { recursive: true, force: true });
});

async function makeProject(name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name, ...more } })).body.id;
}

/** A report whose script is the text. */
async function reportOf(
  text: string,
  { mode = 0o755, file = 'create_report.sh', ...definition }: Record<string, unknown> = {},
) {
  const folder = `own_${++count}`;
  mkdirSync(join(scripts, folder));
  writeFileSync(join(scripts, folder, String(file)), text);
  chmodSync(join(scripts, folder, String(file)), mode as number);
  return register(`${folder}/${file}`, definition);
}

async function register(path: string, definition: Record<string, unknown> = {}): Promise<number> {
  const body = { name: `Report ${++count}`, path, order: '9', ...definition };
  return (await h.call('POST', '/reports', { body })).body.id;
}

async function generate(reportId: number, body: Record<string, unknown> = {}, as: Person = h.admin) {
  const answer = await h.call('POST', `/projects/${project}/reports/${reportId}/generate`, { body, as });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const { taskId } = answer.body.data;
  const job = await h.jobOver(taskId);
  const log = (await h.call('GET', `/jobs/${taskId}/log?limit=1000`)).body.data as { code: string; message: string }[];
  return { taskId, job, lines: log.map(({ message }) => message) };
}

const result = async (reportId: number, taskId: number, id = project) =>
  readZip((await h.call('GET', `/projects/${id}/reports/${reportId}/download?taskId=${taskId}`)).response.rawPayload);

/** For scripts: uploads a small zip with the token, project and report in the arguments. */
const UPLOAD = `upload() {
  printf 'UEsDBBQAAAAAAAAAIQCsKpPYAgAAAAIAAAAIAAAAcGFnZS50eHRoaVBLAQIUAxQAAAAAAAAAIQCsKpPYAgAAAAIAAAAIAAAAAAAAAAAAAACAAQAAAABwYWdlLnR4dFBLBQYAAAAAAQABADYAAAAoAAAAAAA=' | base64 -d > small.zip
  curl -sS -o answer.txt -w '%{http_code}\\n' -H "Authorization: Bearer $1" -F projectId="$2" -F reportId="$3" -F file=@small.zip "$(url)/codeinsight/api/projects/uploadReport"
}
url() { sed -n 's/.*"core.server.url": "\\([^"]*\\)".*/\\1/p' ../server_properties.json; }
`;

describe('the examples', () => {
  it('Python: the inventory by license', async () => {
    cpSync(join(EXAMPLES, 'inventory_python'), join(scripts, 'inventory_python'), { recursive: true });
    const reportId = await register('inventory_python/create_report.sh');
    const { taskId, job, lines } = await generate(reportId, { options: { includeUnpublishedInventory: 'true' } });
    expect([job.status, job.error, lines.at(-1)]).toEqual(['Completed', '', 'Report uploaded successfully.']);
    const files = await result(reportId, taskId);
    expect(Object.keys(files).sort()).toEqual(['inventory.html', 'inventory.zip']);
    expect(files['inventory.html']!.toString()).toContain('<li>zlib &amp; co</li>');
    const inner = await readZip(files['inventory.zip']!);
    expect(JSON.parse(inner['inventory.json']!.toString())).toMatchObject({
      project: 'first <one>',
      options: { includeUnpublishedInventory: 'true' },
    });
  });

  it('Node: two projects side by side', async () => {
    cpSync(join(EXAMPLES, 'compare_node'), join(scripts, 'compare_node'), { recursive: true });
    const reportId = await register('compare_node/create_report.sh', { enableProjectPicker: 'true' });
    const { taskId, job } = await generate(reportId, { otherProjectId: second, options: { heading: 'A "&" B' } });
    expect([job.status, job.error]).toEqual(['Completed', '']);
    const files = await result(reportId, taskId);
    expect(files['comparison.html']!.toString()).toContain('<h1>A &quot;&amp;&quot; B</h1>');
    expect(Object.keys(await readZip(files['comparison.zip']!))).toEqual(['comparison.html', 'comparison.json']);
  });
});

describe('the input of a script', () => {
  it('arguments, working directory, address and a clean environment, without the rights of the server', async () => {
    process.env.ASSAY_TEST_SECRET = 'hidden';
    const reportId = await reportOf(
      `#!/bin/sh\n${UPLOAD}
      printf '%s|%s|%s|%s\\n' "$1" "$2" "$4" "$5"; basename "$PWD"; url; env | sed 's/=.*//' | sort | tr '\\n' ' '; echo; id -u
      cat ${h.app.folder.keys}/token.key > /dev/null && echo open || echo closed
      echo "token $3"; upload "$3" "$1" "$2"`,
      {
        enableProjectPicker: 'true',
        reportOptions: [{ name: 'a', label: 'A', description: '', type: 'string', defaultValue: 'x "y"', order: 1 }],
      },
    );
    const { lines, job } = await generate(reportId, { otherProjectId: second });
    delete process.env.ASSAY_TEST_SECRET;
    expect(job.status).toBe('Completed');
    const own = lines.filter((line) => !/cat:|denied/i.test(line));
    expect(own.slice(0, 4)).toEqual([
      `${project}|${reportId}|"{""a"":""x \\""y\\"""",""otherProjectId"":""${second}""}"|${second}`,
      `own_${count - 1}`,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      'ASSAY_REPORT_RUN HOME LANG LC_ALL PATH PWD TMPDIR ',
    ]);
    const isRoot = process.getuid?.() === 0;
    expect([own[4] === '0', own[5]]).toEqual([false, isRoot ? 'closed' : expect.any(String)]);
    expect(own[6]).toBe('token [token]');
  });

  it.each([
    ['no execute permission', '#!/bin/sh\necho "$0" made; exit 3', { mode: 0o644 }],
    ['no first line', 'echo "$0" made; exit 3', { mode: 0o644 }],
    ['a first line with a Windows line end', '#!/bin/sh -e\r\necho "$0" made; exit 3', {}],
    [
      'Python without execute permission',
      'import sys\nprint("made")\nsys.exit(3)',
      { mode: 0o644, file: 'create_report.py' },
    ],
  ])('runs with %s, and fails the job with its last lines', async (_what, text, more) => {
    const reportId = await reportOf(text, more);
    const { job } = await generate(reportId);
    expect(job.status).toBe('Failed');
    expect(job.error).toMatch(
      /^The report Report \d+ could not be made: its script ended with the code 3 without having uploaded a result\. It printed at last:\n.*made/,
    );
  });

  it('the token works while the job is open, with the rights of the caller, and then expires', async () => {
    const reportId = await reportOf(`#!/bin/sh\n${UPLOAD}
      get() { curl -sS -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer $1" "$(url)/codeinsight/api$2"; }
      get "$3" /projects/${project}; get "$3" /projects/${second}
      curl -sS -o /dev/null -w '%{http_code}\\n' -X POST -H "Authorization: Bearer $3" -H 'Content-Type: application/json' -d '{"name":"mine"}' "$(url)/codeinsight/api/tokens"
      printf %s "$3" | tr . , ; echo; upload "$3" "$1" "$2"`);
    const { lines, job } = await generate(reportId, {}, observer);
    expect([job.status, lines[0], lines[1], lines[2], lines.at(-1)]).toEqual(['Completed', '200', '404', '403', '200']);
    const token = lines[3]!.replaceAll(',', '.');
    const answer = await h.call('GET', '/projects', { as: { ...observer, token } });
    expect(answer.status).toBe(401);
    expect((await h.database.pool.query('select 1 from tokens where job_id is not null')).rows).toEqual([]);
  });

  it('403 for the result of another project or report', async () => {
    const other = await reportOf('#!/bin/sh\n');
    const reportId = await reportOf(`#!/bin/sh\n${UPLOAD}
      upload "$3" ${second} "$2"; cat answer.txt; echo; upload "$3" "$1" ${other}; upload "$3" "$1" "$2"`);
    const { lines, job } = await generate(reportId);
    expect(job.status).toBe('Completed');
    // The other project does not exist for the token, although the administrator who asked sees it.
    expect([lines[0], lines[2], lines[3]]).toEqual(['404', '403', '200']);
    expect(lines[1]).toContain('was not found');
  });

  it('the token of an administrator reads nothing elsewhere, and changes nothing', async () => {
    const child = await makeProject('below the first');
    await h.call('POST', `/projects/${project}/children?childProjectIds=${child}`);
    const calls = [
      ['GET', `/projects/${project}`, 200],
      ['GET', `/project/inventory/${project}?published=false`, 200],
      ['GET', `/projects/${child}`, 200],
      ['GET', '/licenses/listAll', 200],
      ['GET', `/projects/${second}`, 404],
      ['GET', `/project/inventory/${second}?published=false`, 400],
      ['GET', '/users', 403],
      ['GET', '/auditLog', 403],
      ['GET', '/siteSettings', 403],
      ['GET', '/tokens', 403],
      ['GET', '/account', 403],
      ['POST', '/policies', 403],
      ['POST', '/projects', 403],
      ['POST', '/inventories', 403],
      ['POST', '/components', 403],
      ['POST', `/scanResource/projectScan/${project}`, 403],
      ['PUT', `/projects/${project}`, 403],
      ['DELETE', `/projects/${project}`, 403],
    ] as const;
    const lines = calls.map(
      ([method, path]) =>
        `curl -sS -o /dev/null -w '%{http_code}\\n' -X ${method} -H "Authorization: Bearer $3" -H 'Content-Type: application/json' -d '{}' "$(url)/codeinsight/api${path}"`,
    );
    const reportId = await reportOf(`#!/bin/sh\n${UPLOAD}\n${lines.join('\n')}\nupload "$3" "$1" "$2"`);
    const { lines: answers, job } = await generate(reportId);
    expect(job.status).toBe('Completed');
    expect(calls.map(([method, path], at) => [method, path, Number(answers[at])])).toEqual(
      calls.map((one) => [...one]),
    );
  });
});

describe('missing scripts', () => {
  it('Failed with a sentence without a script, without a folder, and for a path out of it', async () => {
    mkdirSync(join(scripts, 'leads_out'));
    symlinkSync('/bin/sh', join(scripts, 'leads_out', 'create_report.sh'));
    for (const [path, text] of [
      ['nowhere/create_report.sh', 'Install it with "assay reports install"'],
      ['create_report.sh', 'must name a folder and a script in it'],
      ['leads_out/create_report.sh', 'points outside the folder'],
      ['leads_out', 'must name a folder and a script in it'],
    ] as const) {
      const { job } = await generate(await register(path));
      expect([path, job.status, job.error]).toEqual([path, 'Failed', expect.stringContaining(text)]);
    }
  });
});

describe('scripts that misbehave', () => {
  it.each<[string, string, string]>([
    ['fill the disk with one file', 'head -c 200000000 /dev/zero > big; echo wrote; exit 5', 'without having uploaded'],
    [
      'fill the disk with many files',
      'n=0; while :; do n=$((n+1)); head -c 1000000 /dev/zero > big$n; done',
      'it wrote more than 8 MB',
    ],
    [
      'fill a disk that all users may write',
      'n=0; while [ $n -lt 50 ]; do n=$((n+1)); head -c 1000000 /dev/zero > /tmp/assay-test-big$$-$n; done; sleep 3; rm -f /tmp/assay-test-big$$-*; exit 5',
      process.getuid?.() === 0 ? 'it wrote more than 8 MB' : 'without having uploaded',
    ],
    ['print without end', 'yes 0123456789012345678901234567890123456789', 'it printed more than 64 MB'],
    [
      'take all memory',
      'python3 -c "x = [bytes(1000000) + bytes([i % 256]) * 1000000 for i in range(2000)]; input()"',
      // The server's sentence, or the interpreter's own if the limit of its address space is reached first.
      '[Mm]emory',
    ],
    [
      'leave their process group and stay',
      'setsid sleep 1000 & setsid sh -c "sleep 1000 & wait" & exit 4',
      'ended with the code 4',
    ],
    ['fork without end', 'f() { f & f & wait; }; f; sleep 2; exit 6', 'without having uploaded'],
  ])('Failed when they %s, and none of their processes remain', async (_what, text, sentence) => {
    const { job } = await generate(await reportOf(`#!/bin/sh\n${text}`));
    expect([job.status, job.error]).toEqual(['Failed', expect.stringMatching(sentence)]);
    expect(processesOfScripts()).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-report-'))).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)(
    'what they leave outside of their folder is told in the log of the job',
    async () => {
      const { lines } = await generate(await reportOf('#!/bin/sh\ntouch /var/tmp/assay-test-left; exit 3'));
      expect(lines).toContain('The script left 1 file outside of its folder, which was removed.');
      expect(leftBehindIssues({ files: 0, sharedObjects: 0, sharedBytes: 0 })).toEqual([]);
    },
  );

  it('Terminated on request, and none of its processes remain', async () => {
    const reportId = await reportOf('#!/bin/sh\nsetsid sleep 1000 &\necho begun; sleep 1000');
    const { taskId } = (await h.call('POST', `/projects/${project}/reports/${reportId}/generate`)).body.data;
    while ((await h.call('GET', `/jobs/${taskId}/log`)).body.data.length === 0);
    await h.call('POST', `/jobs/${taskId}/cancel`);
    expect((await h.jobOver(taskId)).status).toBe('Terminated');
    expect(processesOfScripts()).toEqual([]);
  });

  it('Completed by an upload, although the script is still running', async () => {
    const reportId = await reportOf(`#!/bin/sh\n${UPLOAD}upload "$3" "$1" "$2"; sleep 1000`);
    const { job } = await generate(reportId);
    expect(job.status).toBe('Completed');
    expect(processesOfScripts()).toEqual([]);
  });
});

/** Processes with the mark of a run, or of a user for runs. */
const readText = (path: string) => readFileSync(path, 'latin1');

function processesOfScripts(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        /^Uid:\s+(606|607|608|609|610|611)\d\d\s/m.test(readText(`/proc/${name}/status`)) &&
        !/^State:\s+Z/m.test(readText(`/proc/${name}/status`))
      );
    } catch {
      return false;
    }
  });
}
