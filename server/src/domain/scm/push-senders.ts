// The code hosts whose push webhooks Assay takes: how each signs, names its deliveries, and writes a push. One row for each; pure data and readers.
//
//   Sender           | Signature                                    | Delivery id       | Event           | Time
//   -----------------+----------------------------------------------+-------------------+-----------------+---------------------------
//   GITHUB           | X-Hub-Signature-256: sha256=<hex>            | X-GitHub-Delivery | X-GitHub-Event  | repository.pushed_at
//   GITLAB           | X-Gitlab-Token, or webhook-signature: v1,<…> | Idempotency-Key … | X-Gitlab-Event  | webhook-timestamp (signed)
//   GITEA            | X-Gitea-Signature: <hex>                     | X-Gitea-Delivery  | X-Gitea-Event   | none
//   BITBUCKET        | X-Hub-Signature: sha256=<hex>                | X-Request-UUID    | X-Event-Key     | none
//   BITBUCKET_SERVER | X-Hub-Signature: sha256=<hex>                | X-Request-Id      | X-Event-Key     | date
//
// Documented at: docs.github.com/webhooks, docs.gitlab.com/user/project/integrations/webhooks, docs.gitea.com/usage/repository/webhooks,
// support.atlassian.com/bitbucket-cloud/docs/event-payloads, confluence.atlassian.com/bitbucketserver/event-payload. Forgejo and Gogs sign as Gitea does.

export const pushSenders = ['GITHUB', 'GITLAB', 'GITEA', 'BITBUCKET', 'BITBUCKET_SERVER'] as const;
export type PushSender = (typeof pushSenders)[number];

/** `hmac`: HMAC-SHA256 of the body. `token`: the secret itself. `standard`: HMAC-SHA256 of id, time and body (standardwebhooks.com). */
export type SignatureForm =
  | { form: 'hmac'; header: string; prefix: string }
  | { form: 'token'; header: string }
  | { form: 'standard'; id: string; time: string; header: string };

export interface Pushed {
  /** `refs/heads/main` or `refs/tags/v1`. */
  ref: string;
  isRemoved: boolean;
}

export interface SenderRow {
  /** For people. */
  name: string;
  /** One of them must hold. */
  signatures: readonly SignatureForm[];
  /** Headers that name a delivery; the first that is there counts. */
  deliveryId: readonly string[];
  event: string;
  /** Values of the event header. */
  pushes: readonly string[];
  /** Sent to try the address. */
  trials: readonly string[];
  /** The path by which people clone the repository: `owner/name`. */
  repository(payload: unknown): string;
  /** '' if the sender does not say it. */
  defaultBranch(payload: unknown): string;
  pushed(payload: unknown): Pushed[];
  /** When the push happened, in the signed body; its presence makes each body unique. */
  sentAt?(payload: unknown): Date | undefined;
}

/** The value at `a.b.c`. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

const NO_COMMIT = /^0+$/;

/** One ref for each delivery, as GitHub, GitLab and Gitea write it. */
function singleRef(payload: unknown): Pushed[] {
  const ref = textAt(payload, 'ref');
  return ref === '' ? [] : [{ ref, isRemoved: NO_COMMIT.test(textAt(payload, 'after')) }];
}

const CLOUD_KINDS: ReadonlyMap<string, string> = new Map([
  ['branch', 'refs/heads/'],
  ['named_branch', 'refs/heads/'],
  ['tag', 'refs/tags/'],
  ['annotated_tag', 'refs/tags/'],
]);

/** `new` is null where a branch or tag was removed, and `old` where it was made. */
function cloudChange(change: unknown): Pushed[] {
  const isRemoved = at(change, 'new') === null;
  const side = isRemoved ? 'old' : 'new';
  const folder = CLOUD_KINDS.get(textAt(change, `${side}.type`));
  const name = textAt(change, `${side}.name`);
  return folder === undefined || name === '' ? [] : [{ ref: folder + name, isRemoved }];
}

function serverChange(change: unknown): Pushed[] {
  const ref = textAt(change, 'refId') || textAt(change, 'ref.id');
  return ref === '' ? [] : [{ ref, isRemoved: textAt(change, 'type') === 'DELETE' }];
}

function dateOf(text: string): Date | undefined {
  // Bitbucket Server writes +1000 without a colon.
  const time = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(time) ? undefined : new Date(time);
}

const bitbucketSignature = [{ form: 'hmac', header: 'x-hub-signature', prefix: 'sha256=' }] as const;

export const SENDER_ROWS: Readonly<Record<PushSender, SenderRow>> = {
  GITHUB: {
    name: 'GitHub',
    signatures: [{ form: 'hmac', header: 'x-hub-signature-256', prefix: 'sha256=' }],
    deliveryId: ['x-github-delivery'],
    event: 'x-github-event',
    pushes: ['push'],
    trials: ['ping'],
    repository: (payload) => textAt(payload, 'repository.full_name'),
    defaultBranch: (payload) => textAt(payload, 'repository.default_branch'),
    pushed: singleRef,
    sentAt(payload) {
      // Seconds in pushes, a date elsewhere.
      const seconds = at(payload, 'repository.pushed_at');
      return typeof seconds === 'number' ? new Date(seconds * 1000) : dateOf(String(seconds));
    },
  },
  GITLAB: {
    name: 'GitLab',
    signatures: [
      { form: 'token', header: 'x-gitlab-token' },
      { form: 'standard', id: 'webhook-id', time: 'webhook-timestamp', header: 'webhook-signature' },
    ],
    // The event's UUID is shared by the webhooks of one event, which is no matter here: each webhook has its own address.
    deliveryId: ['webhook-id', 'idempotency-key', 'x-gitlab-event-uuid'],
    event: 'x-gitlab-event',
    pushes: ['Push Hook', 'Tag Push Hook'],
    trials: [],
    repository: (payload) => textAt(payload, 'project.path_with_namespace'),
    defaultBranch: (payload) => textAt(payload, 'project.default_branch'),
    pushed: singleRef,
  },
  GITEA: {
    name: 'Gitea',
    signatures: [{ form: 'hmac', header: 'x-gitea-signature', prefix: '' }],
    deliveryId: ['x-gitea-delivery'],
    event: 'x-gitea-event',
    pushes: ['push'],
    trials: [],
    repository: (payload) => textAt(payload, 'repository.full_name'),
    defaultBranch: (payload) => textAt(payload, 'repository.default_branch'),
    pushed: singleRef,
  },
  BITBUCKET: {
    name: 'Bitbucket Cloud',
    signatures: bitbucketSignature,
    deliveryId: ['x-request-uuid'],
    event: 'x-event-key',
    pushes: ['repo:push'],
    trials: [],
    repository: (payload) => textAt(payload, 'repository.full_name'),
    defaultBranch: (payload) => textAt(payload, 'repository.mainbranch.name'),
    pushed: (payload) => listAt(payload, 'push.changes').flatMap(cloudChange),
  },
  BITBUCKET_SERVER: {
    name: 'Bitbucket Server',
    signatures: bitbucketSignature,
    deliveryId: ['x-request-id'],
    event: 'x-event-key',
    pushes: ['repo:refs_changed'],
    trials: ['diagnostics:ping'],
    repository(payload) {
      const [key, slug] = [textAt(payload, 'repository.project.key'), textAt(payload, 'repository.slug')];
      return key === '' || slug === '' ? '' : `${key}/${slug}`;
    },
    defaultBranch: () => '',
    pushed: (payload) => listAt(payload, 'changes').flatMap(serverChange),
    sentAt: (payload) => dateOf(textAt(payload, 'date')),
  },
};
