// A stand-in for a server with TFVC, as Microsoft documents its REST API (docs/source-control-stand-ins.md says what is documented and what is guessed).
// It keeps collections of changesets in memory.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredItem {
  path: string;
  version: number;
  content: Buffer | undefined;
  isSymLink?: boolean;
}

interface StoredLabel {
  id: number;
  name: string;
  labelScope: string;
  modifiedDate: string;
  items: { path: string; version: number }[];
}

/** One collection. Paths are those of TFVC. */
export class TfsCollection {
  readonly changesets: { id: number; changes: Map<string, Buffer | null> }[] = [];
  readonly labels: StoredLabel[] = [];
  readonly links = new Set<string>();
  /** Users with their passwords; empty for tokens. */
  readonly users = new Map<string, string>();
  /** What 401 offers. */
  schemes = ['Bearer', 'Basic realm="https://tfsprodweu1.app.visualstudio.com/"', 'TFS-Federated'];
  /** Whether lists say sizes and digests. */
  saysDigests = true;
  /** No page of it is longer. */
  longestPage = 256;
  /** What it does instead of an answer. */
  instead: ((request: IncomingMessage, response: ServerResponse, url: URL) => boolean) | undefined;

  /** The number of the new changeset. Null deletes. */
  checkIn(files: Record<string, string | Buffer | null>): number {
    const id = (this.changesets.at(-1)?.id ?? 0) + 1;
    const changes = Object.entries(files).map(([path, content]) => [path, content === null ? null : Buffer.from(content)] as const); // biome-ignore format: one list
    this.changesets.push({ id, changes: new Map(changes) });
    return id;
  }

  label(name: string, labelScope: string, items: [path: string, version: number][]): StoredLabel {
    const label = { id: 2880 + this.labels.length, name, labelScope, modifiedDate: '2014-03-24T18:56:32.097Z', items: items.map(([path, version]) => ({ path, version })) }; // biome-ignore format: one claim
    this.labels.push(label);
    return label;
  }

  itemsAt(at: number): StoredItem[] {
    const items = new Map<string, StoredItem>();
    for (const { id, changes } of this.changesets.filter((one) => one.id <= at))
      for (const [path, content] of changes) {
        if (content === null) items.delete(path);
        else items.set(path, { path, version: id, content, isSymLink: this.links.has(path) });
        for (let folder = parentOf(path); folder !== '$'; folder = parentOf(folder))
          items.set(folder, items.get(folder) ?? { path: folder, version: id, content: undefined });
      }
    return [...items.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const isInside = (path: string, folder: string) =>
  path.toLowerCase() === folder.toLowerCase() || path.toLowerCase().startsWith(`${folder.toLowerCase()}/`);

export interface TfsServer {
  address: string;
  port: number;
  /** By their names in addresses: `/tfs/Collection`. */
  collections: Map<string, TfsCollection>;
  /** Method and address of each request that signed in. */
  requests: string[];
  close(): Promise<void>;
}

export async function serveTfs(): Promise<TfsServer> {
  const collections = new Map<string, TfsCollection>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const path = decodeURIComponent(url.pathname);
    const [name, collection] = [...collections].find(([key]) => path.startsWith(`${key}/`)) ?? [];
    if (name === undefined || !collection) return void response.writeHead(404).end('<html>Page not found.</html>');
    if (collection.instead?.(request, response, url)) return;
    const [, pair = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const [user = '', ...rest] = Buffer.from(pair, 'base64').toString('utf8').split(':');
    if (pair === '' || collection.users.get(user) !== rest.join(':')) {
      response.writeHead(401, { 'www-authenticate': collection.schemes, 'content-type': 'text/html' });
      return void response.end('<html>TF400813: Resource not available for anonymous access.</html>');
    }
    requests.push(`${request.method} ${path}${url.search}`);
    if (url.searchParams.get('api-version') !== '4.1') return void refuse(response, 400, 'VssVersionNotSpecifiedException', 'No api-version was supplied for the request.'); // biome-ignore format: one claim
    answer(collection, path.slice(name.length + 1), url.searchParams, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    collections,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(response: ServerResponse, status: number, typeKey: string, message: string): void {
  const body = { $id: '1', innerException: null, message, typeName: `Microsoft.TeamFoundation.${typeKey}`, typeKey, errorCode: 0, eventId: 3000 }; // biome-ignore format: one claim
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

const list = (response: ServerResponse, value: unknown[]) =>
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8; api-version=4.1' })
    .end(JSON.stringify({ count: value.length, value }));

function answer(collection: TfsCollection, path: string, query: URLSearchParams, response: ServerResponse): void {
  const [, project = '', resource = ''] = /^([^/]+)\/_apis\/tfvc\/(.+)$/.exec(path) ?? [];
  const all = collection.itemsAt(Number.MAX_SAFE_INTEGER);
  if (!all.some((item) => isInside(item.path, `$/${project}`)))
    return void refuse(response, 404, 'ProjectDoesNotExistWithNameException', `TF200016: The following project does not exist: ${project}. Verify that the name of the project is correct.`); // biome-ignore format: one claim
  const skip = Number(query.get('$skip') ?? 0);
  const page = <T>(values: T[]) => values.slice(skip, skip + Math.min(Number(query.get('$top') ?? 100), collection.longestPage)); // biome-ignore format: one claim
  if (resource === 'changesets') {
    const under = query.get('searchCriteria.itemPath') ?? '$';
    const to = Number(query.get('searchCriteria.toId') ?? Number.MAX_SAFE_INTEGER);
    const found = collection.changesets.filter(({ id, changes }) => id <= to && [...changes.keys()].some((one) => isInside(one, under))); // biome-ignore format: one claim
    return void list(response, page(found.map(({ id }) => ({ changesetId: id, url: '' })).reverse()));
  }
  const [, changeset] = /^changesets\/(\d+)$/.exec(resource) ?? [];
  if (changeset !== undefined) {
    if (!collection.changesets.some(({ id }) => id === Number(changeset)))
      return void refuse(
        response,
        404,
        'ChangesetNotFoundException',
        `TF14019: The changeset ${changeset} does not exist.`,
      );
    return void response.writeHead(200).end(JSON.stringify({ changesetId: Number(changeset), url: '' }));
  }
  if (resource === 'labels') {
    const pattern = (query.get('requestData.name') ?? '').toLowerCase();
    const scope = query.get('requestData.labelScope') ?? '$';
    const found = collection.labels.filter(({ name, labelScope }) => name.toLowerCase() === pattern && isInside(labelScope, scope)); // biome-ignore format: one claim
    return void list(response, page(found.map(({ items: _, ...label }) => ({ ...label, owner: { displayName: 'Chuck Reinhart' }, url: '' })))); // biome-ignore format: one claim
  }
  const [, labelId] = /^labels\/(\d+)\/items$/.exec(resource) ?? [];
  if (labelId !== undefined) {
    const label = collection.labels.find(({ id }) => id === Number(labelId));
    if (!label)
      return void refuse(response, 404, 'LabelNotFoundException', `TF14061: The label ${labelId} does not exist.`);
    return void list(response, page(label.items.map((one) => ({ ...one, url: '' }))));
  }
  if (resource === 'items') return void items(collection, query, response);
  refuse(response, 404, 'VssResourceNotFoundException', 'API resource location is not registered on this server.');
}

function items(collection: TfsCollection, query: URLSearchParams, response: ServerResponse): void {
  const at = Number(query.get('versionDescriptor.version'));
  const found = collection.itemsAt(at);
  const path = query.get('path');
  if (path !== null) {
    const item = found.find((one) => one.path.toLowerCase() === path.toLowerCase());
    if (!item?.content) return void refuse(response, 404, 'ItemNotFoundException', `TF10175: The item ${path} could not be found.`); // biome-ignore format: one claim
    return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(item.content);
  }
  const scope = query.get('scopePath') ?? '$';
  const inside = found.filter((one) => isInside(one.path, scope));
  if (inside.length === 0) return void refuse(response, 404, 'ItemNotFoundException', `TF10175: The item ${scope} could not be found.`); // biome-ignore format: one claim
  const isShown = ({ path }: StoredItem) => query.get('recursionLevel') === 'Full' || isInside(scope, path) || isInside(scope, parentOf(path)); // biome-ignore format: one claim
  list(
    response,
    inside.filter(isShown).map(({ path, version, content, isSymLink }) => ({
      version,
      changeDate: '2014-03-21T19:32:02.213Z',
      path,
      ...(content === undefined ? { isFolder: true } : {}),
      ...(isSymLink ? { isSymLink } : {}),
      ...(content && collection.saysDigests ? { size: content.length, hashValue: createHash('md5').update(content).digest('base64') } : {}), // biome-ignore format: one claim
      url: '',
    })),
  );
}
