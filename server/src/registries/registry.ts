// The interface of a member of the family of package registries, and its tools for requests. Types only.
import type { RegistryPackage } from '../domain/components/learned.ts';
import type { PackageFacts, RegistryName } from '../domain/derivation/registries.ts';

/** A wanted package; its parts are decoded. */
export interface WantedPackage {
  /** '' if there is none. */
  namespace: string;
  name: string;
  /** Versions that need licenses. Registries that return all versions at once may ignore it. */
  versions: readonly string[];
}

/** A package of one version; its parts are decoded. */
export interface SourceWanted {
  namespace: string;
  name: string;
  version: string;
}

/** One server of a registry. Both methods return undefined if it does not have the object, and throw RegistryError if it does not answer. */
export interface RegistryServer {
  json(path: string): Promise<unknown>;
  text(path: string): Promise<string | undefined>;
}

export interface Registry {
  name: RegistryName;
  title: string;
  /** The public server, without a slash at the end. */
  publicAddress: string;
  documentation: string;
  /** The registry's facts about a package; undefined if it has none of this name. */
  fetchFacts(server: RegistryServer, wanted: WantedPackage): Promise<PackageFacts | undefined>;
  /** Absent if the registry can only be asked for a package by its whole name. */
  search?: RegistrySearchService;
  /** For registries that state the digests of archives with the sources of a version. */
  source?: RegistrySources;
}

interface RegistrySources {
  /** The public server of the archives, if it is another one than that of the packages. A registry of your own has them itself. */
  publicAddress?: string;
  /** True if the sources lie in an archive inside the archive. */
  isNested: boolean;
  /**
   * Undefined if the registry has no package of this name.
   * @param isPublic whether the server is the public one of this registry
   */
  find(server: RegistryServer, wanted: SourceWanted, isPublic: boolean): Promise<FoundSource | undefined>;
  /** The digest h1 of an archive, for registries that state it. Undefined if the archive cannot be read. */
  hashFiles?(file: string, signal: AbortSignal): Promise<string | undefined>;
}

interface RegistrySearchService {
  /** The public server of the search, if it is another one than that of the packages. A registry of your own then has no search. */
  publicAddress?: string;
  /** The packages that the registry finds likely for these words, at most `limit`. */
  find(server: RegistryServer, words: string, limit: number): Promise<RegistryPackage[]>;
}

/** The archive with the sources of one version, and its digest as the registry states it: in hex, or in base64 for h1, which is one of all files inside. */
export interface PackageSource {
  url: string;
  algorithm: 'sha512' | 'sha256' | 'sha1' | 'h1';
  digest: string;
}

export interface FoundSource {
  /** Undefined if the registry has no such version, or states no archive with its sources. */
  source: PackageSource | undefined;
  /** The versions that the registry has. */
  versions: string[];
}

/** A registry refused or did not answer. The message contains no secret and may be shown to people. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}
