// Push webhooks of each code host: its signature, and what its documented payloads push.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Headers, isSigned, isStale, jsonOfBody, refsInWords, whyNotFollowed } from './push-delivery.ts';
import { type PushSender, pushSenders, SENDER_ROWS } from './push-senders.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const SECRET = 'a secret of some length';
const ZEROS = '0'.repeat(40);
const ID = 'a'.repeat(40);
const hmac = (body: string, key: string | Buffer = SECRET) => createHmac('sha256', key).update(body);

/** Payloads as the senders document them, shortened. */
const PAYLOADS: Record<PushSender, (branch: string, isRemoved?: boolean) => object> = {
  GITHUB: (branch, isRemoved) => ({
    ref: `refs/heads/${branch}`,
    ...{ before: ID, after: isRemoved ? ZEROS : ID, deleted: isRemoved === true },
    repository: { full_name: 'Octo/Shop', default_branch: 'main', pushed_at: NOW.getTime() / 1000 - 5 },
  }),
  GITLAB: (branch, isRemoved) => ({
    object_kind: 'push',
    ...{ ref: `refs/heads/${branch}`, before: ID, after: isRemoved ? ZEROS : ID },
    project: { path_with_namespace: 'Octo/Shop', default_branch: 'main' },
  }),
  GITEA: (branch, isRemoved) => ({
    ...{ ref: `refs/heads/${branch}`, before: ID, after: isRemoved ? ZEROS : ID },
    repository: { full_name: 'Octo/Shop', default_branch: 'main' },
  }),
  BITBUCKET: (branch, isRemoved) => ({
    repository: { full_name: 'Octo/Shop', mainbranch: { type: 'branch', name: 'main' } },
    push: {
      changes: [
        isRemoved
          ? { new: null, old: { type: 'branch', name: branch } }
          : { old: null, new: { type: 'branch', name: branch, target: { hash: ID } } },
      ],
    },
  }),
  BITBUCKET_SERVER: (branch, isRemoved) => ({
    ...{ eventKey: 'repo:refs_changed', date: '2026-03-01T21:59:55+1000' },
    repository: { slug: 'shop', name: 'Shop', project: { key: 'OCTO' } },
    changes: [
      {
        ref: { id: `refs/heads/${branch}`, displayId: branch, type: 'BRANCH' },
        ...{ refId: `refs/heads/${branch}`, fromHash: ID, toHash: isRemoved ? ZEROS : ID },
        type: isRemoved ? 'DELETE' : 'UPDATE',
      },
    ],
  }),
};

const pushOf = (sender: PushSender, branch: string, isRemoved?: boolean) => {
  const [row, payload] = [SENDER_ROWS[sender], PAYLOADS[sender](branch, isRemoved)];
  return {
    repository: row.repository(payload),
    defaultBranch: row.defaultBranch(payload),
    pushed: row.pushed(payload),
  };
};
const git = (url: string, settings = {}) => [{ url, settings }];

describe.each(pushSenders)('%s', (sender) => {
  const why = (branch: string, settings = {}, isRemoved = false) =>
    whyNotFollowed(pushOf(sender, branch, isRemoved), git('https://code.example/scm/octo/shop.git', settings));

  it('follows the branch that the instance names, and no other', () => {
    expect(why('release', { branch: 'release' })).toBeUndefined();
    expect(why('main', { branch: 'release' })).toMatch(/follows branch main of octo\/shop/i);
    expect(why('release', { branch: 'release' }, true)).toMatch(/branch release of octo\/shop was removed/i);
  });

  it('follows nothing else where a commit or tag is asked for', () => {
    expect(why('main', { commitId: '0123abcd' })).toBeDefined();
    expect(why('v1', { tag: 'v1' })).toBeDefined();
  });

  it('follows master and the default branch where nothing is asked for', () => {
    expect([why('main'), why('master')]).toEqual([undefined, undefined]);
    // Only Bitbucket Server does not name the default.
    expect(why('other') === undefined).toBe(sender === 'BITBUCKET_SERVER');
  });

  it.each([{}, [], null, 'x', { repository: 1, ref: {}, changes: {}, push: { changes: [null, 1, { new: [] }] } }])(
    'follows nothing from the body %j',
    (payload) => {
      const row = SENDER_ROWS[sender];
      const push = {
        repository: row.repository(payload),
        defaultBranch: row.defaultBranch(payload),
        pushed: row.pushed(payload),
      };
      expect(whyNotFollowed(push, git('https://h/octo/shop'))).toBe('The body names no repository or no branch.');
      expect(row.sentAt?.(payload)).toBeUndefined();
    },
  );

  it('takes the signature of the secret and no other', () => {
    const body = JSON.stringify(PAYLOADS[sender]('main'));
    const row = SENDER_ROWS[sender];
    const signed: Record<PushSender, Headers> = {
      GITHUB: { 'x-hub-signature-256': `sha256=${hmac(body).digest('hex')}` },
      GITLAB: { 'x-gitlab-token': SECRET },
      GITEA: { 'x-gitea-signature': hmac(body).digest('hex') },
      BITBUCKET: { 'x-hub-signature': `sha256=${hmac(body).digest('hex')}` },
      BITBUCKET_SERVER: { 'x-hub-signature': `sha256=${hmac(body).digest('hex')}` },
    };
    const check = (headers: Headers, text = body, secret = SECRET) =>
      isSigned(row, secret, headers, Buffer.from(text), NOW);
    expect(check(signed[sender])).toBe(true);
    expect(check(signed[sender], body, `${SECRET}x`)).toBe(false);
    expect(check({})).toBe(false);
    for (const [name, value] of Object.entries(signed[sender])) {
      expect(check({ [name]: '' })).toBe(false);
      expect(check({ [name]: `${value}0` })).toBe(false);
      expect(check({ [name]: [value as string, value as string] })).toBe(false);
    }
    // A token proves nothing about the body.
    expect(check(signed[sender], `${body} `)).toBe(sender === 'GITLAB');
  });
});

describe('GitLab', () => {
  const [id, time] = ['msg_1', String(NOW.getTime() / 1000)];
  const key = Buffer.from('0123456789abcdef');
  const secret = `whsec_${key.toString('base64')}`;
  const headers = (at = time) => ({
    ...{ 'webhook-id': id, 'webhook-timestamp': at },
    'webhook-signature': `v1,AAAA v1,${hmac(`${id}.${at}.{}`, key).digest('base64')}`,
  });
  const check = (given: Headers, body = '{}') => isSigned(SENDER_ROWS.GITLAB, secret, given, Buffer.from(body), NOW);

  it('takes a signed id, time and body', () => {
    expect(check(headers())).toBe(true);
    expect(check(headers(), '{ }')).toBe(false);
    expect(check({ ...headers(), 'webhook-id': 'msg_2' })).toBe(false);
  });

  it.each([-301, 301])('takes no time %i seconds from now', (seconds) => {
    expect(check(headers(String(Number(time) + seconds)))).toBe(false);
  });
});

it.each([
  ['https://code.example/octo/shop.git', true],
  ['https://code.example/bitbucket/scm/OCTO/shop', true],
  ['git@code.example:octo/shop.git', true],
  ['ssh://git@code.example:7999/octo/shop.git/', true],
  ['https://code.example/octo/shop~~main**src', true],
  ['https://code.example/a/b.git~~main,https://code.example/octo/shop.git~~main', true],
  ['https://code.example/other/shop.git', false],
  ['https://code.example/octo/shop2.git', false],
  ['https://code.example/octo/shop.git~~other', false],
  ['https://code.example/macrocto/shop.git', false],
  ['not an address', false],
])('%s is the repository that was pushed: %s', (url, isFollowed) => {
  expect(whyNotFollowed(pushOf('GITHUB', 'main'), git(url)) === undefined).toBe(isFollowed);
});

it('follows a tag that was moved', () => {
  const push = { repository: 'octo/shop', defaultBranch: 'main', pushed: [{ ref: 'refs/tags/v1', isRemoved: false }] };
  expect(whyNotFollowed(push, git('https://h/octo/shop', { tag: 'v1' }))).toBeUndefined();
  expect(whyNotFollowed(push, git('https://h/octo/shop'))).toMatch(/follows tag v1/);
});

it('knows what was pushed too long ago, and what comes from the future', () => {
  const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
  expect([ago(0), ago(71), ago(73), ago(-2), undefined].map((at) => isStale(at, NOW))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  for (const sender of ['GITHUB', 'BITBUCKET_SERVER'] as const)
    expect(SENDER_ROWS[sender].sentAt?.(PAYLOADS[sender]('main'))).toEqual(new Date('2026-03-01T11:59:55Z'));
});

it('reads the form that some senders use', () => {
  const form = new URLSearchParams({ payload: '{"a":"ü&="}' }).toString();
  expect(jsonOfBody(Buffer.from(form), 'application/x-www-form-urlencoded').toString()).toBe('{"a":"ü&="}');
  expect(jsonOfBody(Buffer.from('{}'), 'application/json').toString()).toBe('{}');
});

it('names at most three refs', () => {
  const pushed = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ref: `refs/heads/${name}`, isRemoved: false }));
  expect(refsInWords(pushed)).toBe('branch a, branch b, branch c and 2 more');
});
