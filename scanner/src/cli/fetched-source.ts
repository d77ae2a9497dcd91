// What a command scans that lies elsewhere: an image or a package of a registry, fetched into a temporary folder.
import { imageName, referenceText } from '../images/reference.ts';
import type { CommandIo, PackageRequest } from './command-io.ts';
import { fetchImage, IMAGE_OPTIONS, type ImageRequest, imageRequest } from './image-source.ts';
import { onePositional, UsageError } from './options.ts';
import { fetchPackage, PACKAGE_OPTIONS, packageRequest } from './package-source.ts';
import { printable } from './printable.ts';

export const FETCHING_OPTIONS = { ...IMAGE_OPTIONS, ...PACKAGE_OPTIONS } as const;

export type Remote = { image: ImageRequest } | { package: PackageRequest };

export interface NamedSource {
  /** A folder, an archive, or the name of what is fetched. */
  source: string;
  /** Undefined for what is here. */
  remote: Remote | undefined;
}

export interface FetchedSource {
  file: string;
  /** With digest or version. */
  name: string;
  /** A short name that can be that of a folder. */
  shortName: string;
  isNested: boolean;
  remove(): Promise<void>;
}

/** The one source that the arguments name. Throws a UsageError. */
export function namedSource(
  positionals: readonly string[],
  values: Record<string, string | boolean | undefined>,
): NamedSource {
  const image = imageRequest(values);
  if (image !== undefined) {
    if (positionals.length > 0) throw new UsageError(`Name only one source: the image, or "${positionals[0]}".`);
    return { source: referenceText(image.reference), remote: { image } };
  }
  const wanted = packageRequest(positionals, values);
  if (wanted !== undefined) return { source: wanted.purl, remote: { package: wanted } };
  return { source: onePositional([...positionals], 'the folder or archive to scan'), remote: undefined };
}

/** Tells on the standard error what was fetched. Throws a UsageError, or an error whose message is a sentence. */
export async function fetchSource(remote: Remote, io: CommandIo): Promise<FetchedSource> {
  const fetched = 'image' in remote ? await ofImage(remote.image, io) : await ofPackage(remote.package, io);
  for (const line of fetched.lines) io.stderr.write(`assay scan: ${printable(line)}\n`);
  return fetched;
}

async function ofImage(request: ImageRequest, io: CommandIo) {
  const fetched = await fetchImage(request, io.signal);
  return { ...fetched, shortName: imageName(request.reference), isNested: false };
}

async function ofPackage(request: PackageRequest, io: CommandIo) {
  const { purl, ...fetched } = await fetchPackage(request, io);
  return { ...fetched, name: purl, shortName: purl.slice(purl.lastIndexOf('/') + 1) };
}
