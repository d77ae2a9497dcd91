// The list of package registries: one line for each.
import { type RegistryName, registryNames } from '../domain/derivation/registries.ts';
import { cargo } from './cargo/index.ts';
import { composer } from './composer/index.ts';
import { gem } from './gem/index.ts';
import { golang } from './golang/index.ts';
import { hex } from './hex/index.ts';
import { maven } from './maven/index.ts';
import { npm } from './npm/index.ts';
import { nuget } from './nuget/index.ts';
import { pub } from './pub/index.ts';
import { pypi } from './pypi/index.ts';
import type { Registry } from './registry.ts';

export const REGISTRIES: Readonly<Record<RegistryName, Registry>> = {
  npm,
  pypi,
  maven,
  cargo,
  nuget,
  gem,
  composer,
  golang,
  pub,
  hex,
};

/** Registries whose packages can be fetched. */
export const SOURCE_REGISTRIES: readonly RegistryName[] = registryNames.filter(
  (name) => REGISTRIES[name].source !== undefined,
);
