// Steps of a build server: shell scripts with curl, grep and sed, which search the raw text of answers and headers.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_BASE, newProject, openSite, type Site, scannedProject } from './client.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('curl is not installed: the tests of shell clients are skipped');

let site: Site;
let projectId: number;
const folder = mkdtempSync(join(tmpdir(), 'assay-jenkins-'));
beforeAll(async () => {
  site = await openSite();
  projectId = await scannedProject(site, 'jenkins project');
  writeFileSync(join(folder, 'code.tar.gz'), CODE_BASE);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a bash script, which fails if one of its commands fails. Returns its output. */
async function bash(script: string, more: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, API: site.api, TOKEN: site.admin.token, PROJECT: String(projectId), ...more };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  return stdout.trim();
}

describe.skipIf(!hasCurl)('a step that creates and downloads a report', () => {
  it('finds file name and header of the download by a HEAD request', async () => {
    const printed = await bash(`
      task=$(curl -s -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{}' "$API/projects/$PROJECT/reports/1/generate" | sed 's/.*"taskId":\\([0-9]*\\).*/\\1/')
      url="$API/projects/$PROJECT/reports/1/download?taskId=$task"
      until [ "$(curl -s -o report.zip -w '%{http_code}' -H "Authorization: Bearer $TOKEN" -H 'Accept: */*' "$url")" = 200 ]; do :; done
      curl -sI -H "Authorization: Bearer $TOKEN" "$url" | tr -d '\\r' > head.txt
      grep 'Content-Disposition:' head.txt | grep -o 'filename=.*'
      curl -s -H "Authorization: Bearer $TOKEN" "$API/jobs/$task" | grep -o '"status":"[A-Za-z ]*"'
      head -c 2 report.zip`);
    expect(printed.split('\n')).toEqual([
      expect.stringMatching(/^filename=[\w.-]+\.zip$/),
      '"status":"Completed"',
      'PK',
    ]);
  });

  it('HEAD answers without a body, with the length of the zip', async () => {
    const { data } = (await site.client.post(`/projects/${projectId}/reports/3/generate`, {})).json();
    await site.h.jobOver(data.taskId);
    const path = `/projects/${projectId}/reports/3/download?taskId=${data.taskId}`;
    const head = await site.client.send('HEAD', path);
    const whole = await site.client.get(path);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.header('Content-Length')).toBe(String(whole.bytes.length));
    expect(head.head).toMatch(/^Content-Disposition: attachment; filename=/m);
  });

  it('202 with the state of the task in a header while it is open', async () => {
    const { rows } = await site.h.database.pool.query(
      `insert into jobs (type, project_id, project_name, triggered_by, status, payload) values ('Audit Report', $1, '', $2, 'Scheduled', '{"reportId": 1}') returning id`,
      [projectId, site.admin.id],
    );
    const printed = await bash(
      `curl -s -D - -o body.json -H "Authorization: Bearer $TOKEN" "$API/projects/$PROJECT/reports/1/download?taskId=$TASK" | tr -d '\\r' | grep -E '^(HTTP|Task-Status)'`,
      { TASK: String(rows[0].id) },
    );
    await site.h.database.pool.query('delete from jobs where id = $1', [rows[0].id]);
    expect(printed.split('\n')).toEqual(['HTTP/1.1 202 Accepted', 'Task-Status: SCHEDULED']);
  });
});

describe.skipIf(!hasCurl)('a step that uploads and scans', () => {
  it('reads the inventory in one large page, with copyrights, and counts items in the text', async () => {
    const printed = await bash(`
      curl -s -H "Authorization: Bearer $TOKEN" "$API/project/inventory/$PROJECT?size=10000&page=1&includeFiles=true&includeCopyrights=true" > inventory.json
      grep -o '"itemNumber":' inventory.json | wc -l
      grep -o '"copyrights":\\["Copyright (c) 2023 Example Corporation"\\]' inventory.json
      curl -s -H "Authorization: Bearer $TOKEN" "$API/projects/$PROJECT/inventorySummary?limit=10000&offset=1&published=ALL" | grep -o '"reviewStatus":"Draft"' | wc -l`);
    const [items, copyrights, summary] = printed.split('\n');
    expect(Number(items)).toBeGreaterThan(2);
    expect(copyrights).toContain('Example Corporation');
    expect(Number(summary)).toBeGreaterThanOrEqual(Number(items));
  });

  it('accepts a plain POST of curl, whose content type is that of an HTML form', async () => {
    const printed = await bash(`
      curl -s -X POST -H "Authorization: Bearer $TOKEN" -d '{"name":"from curl","autoPublish":"true","markAssociatedFilesAsReviewed":"true"}' "$API/projects"
      echo; curl -s --data-binary @code.tar.gz -H 'Content-Type: application/octet-stream' -H "Authorization: Bearer $TOKEN" "$API/project/uploadProjectCodebase?projectId=$PROJECT&deleteExistingFileOnServer=true"
      echo; curl -s -X POST -H "Authorization: Bearer $TOKEN" "$API/scanResource/projectScan/$PROJECT"`);
    const [project, upload, scan] = printed.split('\n');
    expect(project).toMatch(/^\{"id":\d+,/);
    expect(upload).toContain('File upload successful');
    expect(scan).toMatch(/^\{"Content: ":\d+\}$/);
    await site.h.allJobsOver();
  });
});

it.skipIf(!hasCurl)('accepts an upload with "Expect: 100-continue", and one in chunks of unknown length', async () => {
  const printed = await bash(`
    url="$API/project/uploadProjectCodebase?projectId=$PROJECT"
    curl -s -H 'Expect: 100-continue' --data-binary @code.tar.gz -H 'Content-Type: application/octet-stream' -H "Authorization: Bearer $TOKEN" "$url" | head -c 36
    echo; curl -s -H 'Transfer-Encoding: chunked' --data-binary @code.tar.gz -H 'Content-Type: application/octet-stream' -H "Authorization: Bearer $TOKEN" "$url" | head -c 36
    echo; curl -s -o /dev/null -w '%{http_code}' -H 'Expect: 100-continue' --data-binary @code.tar.gz -H "Authorization: Bearer x" "$url"`);
  expect(printed.split('\n')).toEqual([
    '{"Content: ":"File upload successful',
    '{"Content: ":"File upload successful',
    '401',
  ]);
});

describe.skipIf(!hasCurl)('a generic scan plugin in bash', () => {
  it('checks that the server can be reached: 401 without a token, 200 with one', async () => {
    const printed = await bash(`
      curl -s -o /dev/null -w '%{http_code} ' "$API/projects"
      curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $TOKEN" "$API/projects"`);
    expect(printed).toBe('401 200');
  });

  it('finds the first id of a new project with grep, and the id of an existing one by a pattern', async () => {
    const id = await newProject(site.client, 'grepped');
    const printed = await bash(`
      curl -s -X POST -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" -d '{"name":"grepped 2"}' "$API/projects" | grep -o '"id":[0-9]*' | head -n 1
      curl -s -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" "$API/project/id?projectName=grepped" | sed -n 's/.*"Content: " *: *\\([0-9]*\\).*/\\1/p'`);
    expect(printed.split('\n')).toEqual([`"id":${id + 1}`, String(id)]);
  });

  it('reports the body of a refusal', async () => {
    const printed = await bash(`
      code=$(curl -s -o body.txt -w '%{http_code}' -X POST -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" -d '{"name":"grepped"}' "$API/projects")
      [ "$code" = 201 ] || cat body.txt`);
    expect(printed).toContain('already exists.');
  });

  it('takes the first whole number in the answer of a scan as the task id, and compares the status in upper case', async () => {
    const printed = await bash(`
      task=$(curl -s -X POST -H "Authorization: Bearer $TOKEN" "$API/scanResource/projectScan/$PROJECT" | grep -oE '[0-9]+' | head -n 1)
      while :; do
        state=$(curl -s -H "Authorization: Bearer $TOKEN" "$API/project/scanStatus/$task" | sed 's/.*: *"\\([^"]*\\)"}.*/\\1/' | tr '[:lower:]' '[:upper:]')
        case "$state" in COMPLETED|FAILED|TERMINATED|CANCELED) break ;; esac
      done
      echo "$state"`);
    expect(printed).toBe('COMPLETED');
  });

  it('each item begins with its number, and names its component without blanks around the colon', async () => {
    const printed = await bash(`
      curl -s -H "Authorization: Bearer $TOKEN" "$API/project/inventory/$PROJECT?size=1000&page=1&skipVulnerabilities=true&includeFiles=false&includeCopyrights=false" > items.json
      grep -o '{"itemNumber":[0-9]*,"id":[0-9]*,"name":"' items.json | wc -l
      grep -o '"componentName":"[^"]*"' items.json | sort | head -n 3`);
    const [count, ...names] = printed.split('\n');
    expect(Number(count)).toBeGreaterThan(2);
    expect(names).toContain('"componentName":"app"');
  });
});
