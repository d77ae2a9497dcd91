// A package of a registry as the source of a command: `pkg:npm/x@1`. The program that runs the command knows the registries; here is only what it gives.
import type { CommandIo, FetchedPackage, PackageRequest } from './command-io.ts';
import { UsageError } from './options.ts';

export const PACKAGE_OPTIONS = { registry: { type: 'string' } } as const;

export const PACKAGE_HELP = `
  --registry URL    of a package: the address of a registry of your own instead of the public one`;

/** The package that the positional arguments name; undefined if they name none. Throws a UsageError. */
export function packageRequest(
  positionals: readonly string[],
  { registry }: Record<string, string | boolean | undefined>,
): PackageRequest | undefined {
  const [purl = '', ...more] = positionals;
  if (!/^pkg:/i.test(purl)) {
    if (registry !== undefined)
      throw new UsageError('--registry belongs to a package, such as pkg:npm/lodash@4.17.21.');
    return undefined;
  }
  if (more.length > 0) throw new UsageError(`Name only one source: ${purl}, or "${more[0]}".`);
  return { purl, registry: String(registry ?? '') };
}

/** Throws an error whose message is a sentence. */
export function fetchPackage(request: PackageRequest, io: CommandIo): Promise<FetchedPackage> {
  if (io.fetchPackage === undefined) throw new UsageError('This program fetches no packages; "assay scan" does.');
  return io.fetchPackage(request, io.signal ?? new AbortController().signal);
}
