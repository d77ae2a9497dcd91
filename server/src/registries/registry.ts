// The interface of a member of the family of package registries, and what it is given to ask with. Types only.
import type { PackageFacts, RegistryName } from '../domain/registries.ts';

/** A package that is wanted; its parts are decoded. */
export interface WantedPackage {
  /** '' when there is none. */
  namespace: string;
  name: string;
  /** Versions whose licenses are wanted; registries that tell all at once need not look. */
  versions: readonly string[];
}

/** One server of a registry. Both answer undefined when it has no such thing, and throw RegistryError when there is no answer. */
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
  /** What the registry knows of a package; undefined when it has none of this name. */
  ask(server: RegistryServer, wanted: WantedPackage): Promise<PackageFacts | undefined>;
}

/** A registry refused or did not answer. The message holds no secret and may be shown to people. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}
