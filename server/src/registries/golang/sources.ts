// The zip of a version of a Go module, with the checksum that the database of checksums states of all its files (h1), or a proxy of your own.
// https://go.dev/ref/mod#goproxy-protocol, https://go.dev/ref/mod#checksum-database. That the database's signed tree holds the line is not checked.
import type { FoundSource, PackageSource, RegistryServer, SourceWanted } from '../registry.ts';

const PUBLIC_SUMS = 'https://sum.golang.org';
/** Where proxies pass on the database of checksums. */
const PROXIED_SUMS = '/sumdb/sum.golang.org';

/** @param isPublic whether it is the public proxy: the modules of another one may be private, so the public database is not asked for them */
export async function findModule(
  server: RegistryServer,
  { namespace, name, version }: SourceWanted,
  isPublic: boolean,
): Promise<FoundSource | undefined> {
  const module = namespace === '' ? name : `${namespace}/${name}`;
  const path = `/${escaped(module)}/@v`;
  const list = await server.text(`${path}/list`);
  const info = await server.json(`${path}/${escaped(version)}.info`);
  // A module that has only pseudo-versions has an empty list, or none.
  if (list === undefined && info === undefined) return undefined;
  const listed = (list ?? '').split(/\s+/).filter((one) => one !== '');
  if (info === undefined) return { source: undefined, versions: listed };
  const digest = await statedSum(server, { module, version, path }, isPublic);
  const source: PackageSource | undefined =
    digest === undefined ? undefined : { url: `${path}/${escaped(version)}.zip`, algorithm: 'h1', digest };
  return { source, versions: listed.includes(version) ? listed : [...listed, version] };
}

interface ModuleVersion {
  module: string;
  version: string;
  path: string;
}

async function statedSum(
  server: RegistryServer,
  { module, version, path }: ModuleVersion,
  isPublic: boolean,
): Promise<string | undefined> {
  const lookup = `/lookup/${escaped(module)}@${escaped(version)}`;
  const answer = await server.text(`${isPublic ? PUBLIC_SUMS : PROXIED_SUMS}${lookup}`);
  const stated = answer === undefined ? undefined : sumIn(answer, module, version);
  // A proxy that serves the folder of downloads of the go program has the sum beside the zip.
  return stated ?? (isPublic ? undefined : sumOf((await server.text(`${path}/${escaped(version)}.ziphash`))?.trim()));
}

/** The line `module version h1:…` of an answer of the database; another one is of the file go.mod alone. */
function sumIn(answer: string, module: string, version: string): string | undefined {
  const start = `${module} ${version} `;
  const line = answer.split('\n').find((one) => one.startsWith(start));
  return sumOf(line?.slice(start.length).trim());
}

const sumOf = (text: string | undefined): string | undefined => /^h1:([A-Za-z0-9+/]{43}=)$/.exec(text ?? '')?.[1];

/** A capital letter is written as "!" and the small letter. */
export function escaped(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`))
    .join('/');
}
