import { onlyRow } from '../../src/db/postgres/rows.ts';
import { insertPasswordReset } from '../../src/db/users/passwords.ts';
import { findUserByLogin } from '../../src/db/users/users.ts';
import { hashToken } from '../../src/security/tokens.ts';
import type { Harness } from '../harness.ts';
import { mailTo, startMailServer } from '../mail-server.ts';
import type { Id, Refuse, Say } from './recorder.ts';

export async function tellSources(h: Harness, say: Say, projectId: Id): Promise<void> {
  const query = { projectId, instanceId: 0 };
  const svn = { url: 'https://example.org/svn/shop', userName: 'build', password: 'Trunk-and-branches-1' };
  const tfs = { url: 'https:example.org:443/collection/shop', username: 'build', password: 'Collections-1' };
  await say('createGitInstance', {
    query: { projectId },
    body: { url: 'https://example.org/shop.git', branch: 'main' },
  });
  await say('updateGitInstance', {
    query,
    body: { url: 'https://example.org/shop.git', tag: 'v2.1.0', expansionLevel: 2 },
  });
  const image = {
    image: 'registry.example.org/shop/backend:2.1.0',
    userName: 'build',
    password: 'Images-and-layers-1',
  };
  await say('createImageSource', { params: { projectId }, body: image });
  const source = { projectId, instanceId: 0 };
  await say('updateImageSource', { params: source, body: { ...image, platform: 'linux/arm64' } });
  await say('listImageSources', { params: { projectId } });
  await say('deleteImageSource', { params: source });
  await say('createSubversionInstance', { query: { projectId }, body: svn });
  await say('updateSubversionInstance', { query, body: { ...svn, revisionNumber: '1971' } });
  await say('createPerforceInstance', {
    query: { projectId },
    body: { url: 'ssl:example.org:1666/depot', branchSpec: 'depot/shop' },
  });
  await say('updatePerforceInstance', { query, body: { url: 'ssl:example.org:1666/depot', changeListNum: '4711' } });
  await say('createTFSInstance', { query: { projectId }, body: tfs });
  await say('updateTFSInstance', { query, body: { ...tfs, changeSet: '12' } });
  await say('listScmInstances', { query: { projectId } });
  await say('deleteScmInstance', { query: { ...query, scmType: 'TFS' } });
  // A scan would fetch from them.
  for (const type of ['GIT', 'SUBVERSION', 'PERFORCE'])
    await h.call('DELETE', `/scmInstances?projectId=${projectId}&scmType=${type}&instanceId=0`);
}

export async function tellWebhooks(say: Say, refuse: Refuse): Promise<Id> {
  const body = { name: 'Chat room', url: 'https://chat.example.org/hooks/shop', events: ['project.scanned'] };
  const webhookId = (await say('createWebhook', { body: { ...body, secret: 'Shared-with-the-chat-room' } })).id as Id;
  await refuse('createWebhook', { body: { ...body, projectId: 999_999 } }, 404);
  await say('listWebhooks', {});
  await refuse('listWebhooks', { query: { projectId: 999_999 } }, 404);
  await say('listWebhookDeliveries', { params: { webhookId } });
  return webhookId;
}

/** The server of the tracker is not called here: creating an issue is only requested. */
export async function tellTracker(say: Say, projectId: Id, taskId: Id): Promise<void> {
  const body = { name: 'Legal tracker', url: 'https://example.atlassian.net', projectKey: 'LEGAL' };
  const login = { userName: 'robot@example.org', secret: 'token-of-the-robot' };
  const instanceId = (await say('createAlmInstance', { body: { ...body, ...login } })).id as Id;
  await say('listAlmInstances', {});
  await say('setProjectAlm', { params: { projectId }, body: { instanceId, issueType: 'Bug' } });
  await say('getProjectAlm', { params: { projectId } });
  await say('createTaskIssue', { params: { taskId } });
  await say('listTaskIssues', { params: { taskId } });
  await say('deleteProjectAlm', { params: { projectId } });
  await say('updateAlmInstance', { params: { instanceId }, body: { ...body, ...login, issueType: 'Story' } });
  await say('setAlmSettings', { body: { schedule: { frequency: 'HOURLY', everyHours: 4 } } });
  await say('deleteAlmInstance', { params: { instanceId } });
}

/** The last part of the story, so that the earlier parts cause no mails. */
export async function tellMail(h: Harness, say: Say): Promise<void> {
  const mails = await startMailServer();
  await say('setEmailSettings', {
    body: {
      host: 'mail.example.org',
      user: 'assay',
      password: 'Postage-paid-1',
      fromAddress: 'assay@example.org',
      baseUrl: 'https://assay.example.org',
    },
  });
  await say('getEmailSettings', {});
  await mailTo(h, mails);
  await say('sendTestMail', { body: { to: 'ada@example.org' } });
  await mails.close();
  const grace = (await findUserByLogin(h.app.db, 'grace'))!;
  const { rows } = await h.database.pool.query<{ id: Id }>(
    `insert into mails (template, recipient_id, state, attempts, address, subject, last_error)
     values ('scan_task', $1, 'FAILED', 1, 'grace@example.org', 'Scan of Shop: Completed', $2) returning id`,
    [grace.id, 'The mail server mail.example.org:587 answered to RCPT TO: 550 No such user'],
  );
  await say('listOutbox', {});
  await say('retryMail', { params: { mailId: onlyRow(rows).id } });
  await say('forgotPassword', { body: { login: 'grace' }, as: null });
  const token = 'the-end-of-the-link-that-was-mailed';
  await insertPasswordReset(h.app.db, {
    tokenHash: hashToken(token),
    userId: grace.id,
    createdAt: h.app.now(),
    expiresAt: new Date(h.app.now().getTime() + 3_600_000),
  });
  await say('getResetQuestion', { body: { token }, as: null });
  await say('resetPassword', { body: { token, answer: 'A moth', password: 'Compiler-1953' }, as: null });
}
