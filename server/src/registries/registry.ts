// The interface of a member of the family of package registries, and its tools for requests. Types only.
import type { PackageFacts, RegistryName } from '../domain/derivation/registries.ts';

/** A wanted package; its parts are decoded. */
export interface WantedPackage {
  /** '' if there is none. */
  namespace: string;
  name: string;
  /** Versions that need licenses. Registries that return all versions at once may ignore it. */
  versions: readonly string[];
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
}

/** A registry refused or did not answer. The message contains no secret and may be shown to people. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}
