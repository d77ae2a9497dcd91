// The ten events from their cause, over HTTP and through jobs, to the mails that a mail server receives.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { type MailServer, mailTo, type ReceivedMail, startMailServer } from '../../test/mail-server.ts';
import { freshness } from '../db/advisories/freshness.ts';
import { vulnerabilityNotice } from '../domain/messages/mail-notices.ts';
import { closeScanPool } from '../scans/analysis/pool.ts';
import { writeNotices } from './outbox.ts';
import { answerPasswordRequests } from './password-requests.ts';
import { sendDueMails } from './sender.ts';

let h: Harness;
let mails: MailServer;
let owner: Person;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  mails = await startMailServer();
  owner = await h.person('owner');
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
  await mails.close();
});
beforeEach(async () => {
  await h.database.pool.query('delete from mails');
  mails.received.length = 0;
  await mailTo(h, mails);
});

/** The mails received since the test began, by subject. */
async function arrived(): Promise<ReceivedMail[]> {
  await sendDueMails(h.app, new AbortController().signal);
  const { rows } = await h.database.pool.query("select template, last_error from mails where state <> 'SENT'");
  expect(rows).toEqual([]);
  return [...mails.received].sort(
    (a, b) => subjectOf(a).localeCompare(subjectOf(b)) || a.to[0]!.localeCompare(b.to[0]!),
  );
}
const subjectOf = ({ message }: ReceivedMail) => message.subject ?? '';
const outline = (received: ReceivedMail[]) => received.map((mail) => `${mail.to.join()}: ${subjectOf(mail)}`);

const newProject = async (more: Record<string, unknown> = {}) => {
  const name = `project ${++count}`;
  return { name, id: (await h.call('POST', '/projects', { body: { name, ...more } })).body.id as number };
};
const newItem = async (projectId: number, name = 'left-pad') =>
  (
    await h.call('POST', '/inventories', {
      body: { projectId, inventoryModel: { name, inventoryType: 'WORK_IN_PROGRESS' } },
    })
  ).body.id as number;
const newTask = async (inventoryId: number, body: Record<string, unknown>) => {
  const answer = await h.call('POST', `/tasks?inventoryId=${inventoryId}`, { body });
  expect(answer.status).toBe(201);
  return answer.body.id as number;
};
const done = async (method: string, path: string, body?: unknown) =>
  expect((await h.call(method, path, { body })).status).toBe(200);

async function scan(projectId: number, files: Record<string, string>): Promise<number> {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '] as number;
  await h.jobOver(taskId);
  return taskId;
}

describe('users', () => {
  const ADA = {
    login: 'ada',
    firstName: 'Ada',
    lastName: 'Lovelace <b>',
    email: 'ada@example.org',
    password: 'Engine<1843>',
    question: 'First program?',
    answer: 'Bernoulli numbers',
  };

  it('new_account contains login and password, which the database never shows and soon deletes', async () => {
    expect((await h.call('POST', '/users', { body: ADA })).status).toBe(201);
    const { rows } = await h.database.pool.query('select *, mails::text as whole from mails');
    expect(rows[0].whole).not.toContain('Engine');
    expect(rows[0].secrets_sealed.toString('latin1')).not.toContain('Engine');
    const [mail] = await arrived();
    expect(outline([mail!])).toEqual(['ada@example.org: Your account at Assay']);
    expect(mail!.message.text).toMatch(/Hello Ada Lovelace <b>,[\s\S]*ada[\s\S]*Engine<1843>/);
    expect(mail!.message.html).toContain('Lovelace &lt;b&gt;');
    expect(mail!.message.html).toContain('href="https://assay.example.org/login"');
    const after = await h.database.pool.query('select secrets_sealed from mails');
    expect(after.rows).toEqual([{ secrets_sealed: null }]);
  });

  it('a refused creation sends no mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => h.call('POST', '/users', { body: { ...ADA, login: 'race' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(await arrived()).toHaveLength(1);
  });

  it('forgot_password contains a link', async () => {
    await h.call('POST', '/users', { body: { ...ADA, login: 'grace', email: 'grace@example.org' } });
    await arrived();
    mails.received.length = 0;
    expect((await h.call('POST', '/users/forgotPassword', { as: null, body: { login: 'GRACE' } })).status).toBe(200);
    await answerPasswordRequests(h.app, new AbortController().signal);
    const [mail] = await arrived();
    expect(outline([mail!])).toEqual(['grace@example.org: A new password for grace']);
    expect(mail!.message.text).toMatch(/https:\/\/assay\.example\.org\/reset-password#[\w-]{43}/);
  });
});

describe('tasks', () => {
  it('created, reassigned, closed and reopened: each to the users concerned', async () => {
    const { id, name } = await newProject();
    const other = await h.person('other');
    const task = await newTask(await newItem(id), { summary: 'Ask <legal>', details: 'soon', owner: 'owner' });
    expect(outline(await arrived())).toEqual([`owner@example.org: New task in ${name}: Ask <legal>`]);
    const { html = '', text = '' } = mails.received[0]!.message;
    expect(html).toContain('Ask &lt;legal&gt; (left-pad)');
    expect(html).toContain(`https://assay.example.org/projects/${id}/tasks`);
    expect(text).toMatch(/admin Test created 1 new task\(s\) for you[\s\S]*Miscellaneous[\s\S]*owner Test[\s\S]*soon/);
    mails.received.length = 0;

    await done('PUT', `/tasks/${task}/reassign?ownerId=${other.login}`);
    expect(outline(await arrived())).toEqual([`other@example.org: Task for you in ${name}: Ask <legal>`]);
    mails.received.length = 0;

    await done('PUT', `/tasks/${task}/close?resolution=CLOSED`);
    expect(outline(await arrived())).toEqual([
      `admin@example.org: Task closed in ${name}: Ask <legal>`,
      `other@example.org: Task closed in ${name}: Ask <legal>`,
    ]);
    mails.received.length = 0;

    await done('PUT', `/tasks/${task}/reopen`);
    expect(outline(await arrived())).toEqual([`other@example.org: Task open again in ${name}: Ask <legal>`]);
  });

  it('tasks that a decision closes are reported too, all in one mail', async () => {
    const { id, name } = await newProject();
    const item = await newItem(id);
    for (const summary of ['One', 'Two'])
      await newTask(item, { summary, type: 'MANUAL_INVENTORY_REVIEW', owner: 'owner' });
    await arrived();
    mails.received.length = 0;
    await done('PUT', `/inventories/${item}/status?status=APPROVED`);
    expect(outline(await arrived())).toEqual([
      `admin@example.org: Task closed in ${name}: One, Two`,
      `owner@example.org: Task closed in ${name}: One, Two`,
    ]);
    expect(mails.received[0]!.message.text).toMatch(/closed 2 task\(s\)[\s\S]*Approved/);
  });

  it('no mail goes to users who may not see the private project, or are deactivated', async () => {
    const hidden = await newProject();
    const secret = await newTask(await newItem(hidden.id), { summary: 'Secret', owner: 'owner' });
    await done('PUT', `/projects/${hidden.id}`, { privateProject: true });
    await arrived();
    mails.received.length = 0;
    await done('PUT', `/tasks/${secret}/close?resolution=CLOSED`);
    expect(outline(await arrived())).toEqual([`admin@example.org: Task closed in ${hidden.name}: Secret`]);
    mails.received.length = 0;
    await h.database.pool.query('delete from mails');
    const gone = await h.person('gone');
    const open = await newProject();
    await newTask(await newItem(open.id), { summary: 'Open', owner: gone.login });
    await done('PUT', '/users/gone/deactivate');
    await sendDueMails(h.app, new AbortController().signal);
    expect(mails.received).toEqual([]);
    const { rows } = await h.database.pool.query('select state, last_error from mails');
    expect(rows).toEqual([{ state: 'FAILED', last_error: 'The user gone is no longer active.' }]);
  });
});

describe('inventory', () => {
  it('rejected and unreviewed published items are mailed to the Project Contact, if the project wants it', async () => {
    for (const mailAboutRejectedOrUnreviewed of [true, false]) {
      mails.received.length = 0;
      const { id, name } = await newProject({ owner: 'owner', reviewSettings: { mailAboutRejectedOrUnreviewed } });
      const inventoryModel = { name: 'MIT', inventoryType: 'LICENSE', licenseId: await licenseId('MIT') };
      const item = (await h.call('POST', '/inventories', { body: { projectId: id, inventoryModel } })).body.id;
      await done('PUT', `/inventories/${item}/publish`);
      await done('PUT', `/inventories/${item}/status?status=REJECTED`);
      const told = outline(await arrived()).filter((line) => line.includes('nventory'));
      expect(told).toEqual(
        mailAboutRejectedOrUnreviewed
          ? [`owner@example.org: Inventory to review in ${name}`, `owner@example.org: Rejected inventory in ${name}`]
          : [],
      );
    }
  });

  it('new vulnerabilities of a project are one mail', async () => {
    const { id, name } = await newProject({ owner: 'owner' });
    const item = { id: await newItem(id), name: 'left-pad', projectId: id };
    const age = await freshness(h.app.db, h.app.now());
    await h.app.db
      .transaction()
      .execute((tx) =>
        writeNotices(tx, [
          vulnerabilityNotice(item, 'CVE-2026-0001', owner.id, age),
          vulnerabilityNotice(item, 'CVE-2026-0002', owner.id, age),
        ]),
      );
    expect(outline(await arrived())).toEqual([`owner@example.org: New vulnerabilities in ${name}`]);
    expect(mails.received[0]!.message.text).toMatch(/CVE-2026-0001: left-pad[\s\S]*CVE-2026-0002: left-pad/);
    expect(mails.received[0]!.message.text).toMatch(/A source of advisories in use has no data yet\./);
  });
});

describe('scans', () => {
  const packageFile = (name: string) => JSON.stringify({ name, version: '1.0.0', license: 'MIT' });

  it('one mail that it ended, one of all items to be reviewed, one of all tasks', async () => {
    const { id, name } = await newProject({
      owner: 'owner',
      reviewSettings: { mailAboutRejectedOrUnreviewed: true, createReviewTaskWhenUndecided: true },
    });
    const taskId = await scan(id, { 'a/package.json': packageFile('alpha'), 'b/package.json': packageFile('beta') });
    const received = await arrived();
    expect(outline(received)).toEqual([
      `owner@example.org: Inventory to review in ${name}`,
      expect.stringMatching(`owner@example.org: New task in ${name}: Manual Review: alpha .*, Manual Review: beta .*`),
      `admin@example.org: Scan of ${name}: Completed`,
      `owner@example.org: Scan of ${name}: Completed`,
    ]);
    expect(received[0]!.message.text).toMatch(/2 published[\s\S]*alpha[\s\S]*beta/);
    expect(received[2]!.message.text).toMatch(/2 files, 2 analysed now[\s\S]*2 new[\s\S]*admin Test/);
    expect(received[2]!.message.html).toContain(`https://assay.example.org/projects/${id}/jobs?job=${taskId}`);
  });

  it('a scan that fails is mailed with the reason', async () => {
    const { id, name } = await newProject();
    await h.database.pool.query('update projects set policy_profile_id = null where id = $1', [id]);
    await h.database.pool.query(
      `create function fail() returns trigger as $$ begin raise exception 'no room'; end $$ language plpgsql;
       create trigger fail before insert on inventory_items for each row when (new.project_id = ${id}) execute function fail()`,
    );
    await scan(id, { 'package.json': packageFile('alpha') });
    await h.database.pool.query('drop trigger fail on inventory_items; drop function fail()');
    expect(outline(await arrived())).toEqual([`admin@example.org: Scan of ${name}: Failed`]);
    expect(mails.received[0]!.message.text).toContain('Internal error: no room');
  });

  it('scans of agents send nothing', async () => {
    const { id } = await newProject({ reviewSettings: { mailAboutRejectedOrUnreviewed: true } });
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
      raw: tar([{ name: 'package.json', content: packageFile('alpha') }]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const context = await remoteScan(id);
    const { scanProject } = await import('../jobs/scan/handler.ts');
    await scanProject(context, {});
    expect(await arrived()).toEqual([]);
    expect((await h.call('GET', `/project/inventory/${id}`)).body.inventoryItems).toHaveLength(1);
  });

  /** The results of an agent go through the same handler, as a job of its own type. */
  async function remoteScan(projectId: number) {
    const { rows } = await h.database.pool.query(
      `insert into jobs (type, project_id, status, payload) values ('Remote Scan', $1, 'Active', '{}') returning id`,
      [projectId],
    );
    const { findJob } = await import('../db/jobs.ts');
    return {
      app: h.app,
      job: (await findJob(h.app.db, rows[0].id))!,
      log: h.app.log,
      signal: new AbortController().signal,
      goesOn: () => false,
      checkpoint: async () => undefined,
      issues: async () => undefined,
    };
  }
});

it('a policy that rejects many items at once is one mail', async () => {
  const { id, name } = await newProject({ owner: 'owner', reviewSettings: { mailAboutRejectedOrUnreviewed: true } });
  for (const license of ['MIT', 'ISC']) {
    const inventoryModel = { name: license, inventoryType: 'LICENSE', licenseId: await licenseId(license) };
    const item = (await h.call('POST', '/inventories', { body: { projectId: id, inventoryModel } })).body.id;
    await done('PUT', `/inventories/${item}/publish`);
  }
  const licenses = ['MIT', 'ISC'].map((license) => ({ license, decision: 'REJECTED' }));
  const policyName = `policy ${count}`;
  await h.call('POST', '/policies', { body: { name: policyName, rules: { licenses } } });
  await done('PUT', `/projects/${id}`, { policyProfileName: policyName });
  await arrived();
  mails.received.length = 0;
  const { body } = await h.call('POST', `/jobs/applyPolicy/${id}`);
  await h.jobOver(Number(/\d+$/.exec(body.message)![0]));
  expect(outline(await arrived())).toEqual([`owner@example.org: Rejected inventory in ${name}`]);
  expect(mails.received[0]!.message.text).toMatch(/2 published[\s\S]*admin Test[\s\S]*MIT[\s\S]*ISC/);
});

async function licenseId(name: string): Promise<number> {
  return (await h.database.pool.query('select id from licenses where short_name = $1', [name])).rows[0].id;
}

describe('templates of the administrator', () => {
  const folder = () => h.app.folder.emailTemplates;
  const template = (name: string, ...lines: string[]) => {
    mkdirSync(join(folder(), 'images'), { recursive: true });
    writeFileSync(join(folder(), name), lines.join('\n'));
  };
  const variable = (name: string) => `$\{${name}}`;
  const causeTask = async () => {
    const { id } = await newProject();
    await newTask(await newItem(id), { summary: 'Look', owner: 'owner' });
    const [mail] = await arrived();
    const { rows } = await h.database.pool.query('select note from mails');
    return { message: mail!.message, note: rows[0].note as string };
  };

  it('replace the built-in text, with subject, variables and images', async () => {
    template(
      'task_created.html',
      '<p>Dear ',
      `${variable('RECIPIENT_FIRST_NAME')}</p><img src="cid:logo.png">`,
      `sUbJeCt: Do ${variable('TASK_SUMMARY')}`,
    );
    writeFileSync(join(folder(), 'images', 'logo.png'), Buffer.from([0x89, 0x50]));
    const { message, note } = await causeTask();
    expect(message).toMatchObject({ subject: 'Do Look', html: expect.stringContaining('<p>Dear \nowner</p>') });
    expect(message.attachments).toMatchObject([{ contentId: '<logo.png>', mimeType: 'image/png' }]);
    expect(note).toBe('');
  });

  it('with errors are used as far as possible, and the errors are reported', async () => {
    template(
      'task_created.html',
      `<p>Dear ${variable('RECIPIENT')}</p><img src="cid:none.png"><img src="cid:../task_closed.html">`,
    );
    const { message, note } = await causeTask();
    expect(message.subject).toMatch(/^New task in /);
    expect(message.html).toContain(`Dear ${variable('RECIPIENT')}`);
    expect(message.attachments).toEqual([]);
    expect(note.split('\n')).toEqual([
      expect.stringContaining('no line "Subject: …"'),
      expect.stringContaining(`${variable('RECIPIENT')}, which this mail does not have`),
      expect.stringContaining('cid:none.png'),
      expect.stringContaining('cid:../task_closed.html'),
    ]);
    const { templates } = (await h.call('GET', '/emailSettings')).body.data;
    const [described] = templates.filter(({ name }: { name: string }) => name === 'task_created');
    expect(described).toMatchObject({ isCustom: true, problems: { length: 4 } });
  });

  it.each([
    ['not UTF-8', Buffer.from([0x53, 0xff, 0xfe])],
    ['empty', Buffer.from('Subject: x\n')],
    ['huge', Buffer.alloc(1024 * 1024 + 1, 'x')],
  ])('that cannot be used (%s) are replaced by the built-in text', async (_what, bytes) => {
    template('task_created.html');
    writeFileSync(join(folder(), 'task_created.html'), bytes);
    const { message, note } = await causeTask();
    expect(message.subject).toMatch(/^New task in /);
    expect(message.html).toContain('created 1 new task(s) for you');
    expect(note).toContain('The built-in text is used.');
    rmSync(join(folder(), 'task_created.html'));
  });
});

it('nothing is written and nothing fails while mails are switched off', async () => {
  await mailTo(h, mails, { isEnabled: false });
  const { id } = await newProject({ reviewSettings: { mailAboutRejectedOrUnreviewed: true } });
  await newTask(await newItem(id), { summary: 'Look', owner: 'owner' });
  const { rows } = await h.database.pool.query('select * from mails');
  expect(rows).toEqual([]);
});
