// Schemas of package registries.
import { lookupOutcomes, registryNames } from '../../domain/derivation/registries.ts';
import { Enumeration, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

export const RegistryName = Enumeration('RegistryName', registryNames);
const LookupOutcome = Enumeration('LookupOutcome', lookupOutcomes);

const settings = {
  isAsked: Type.Boolean({
    description:
      'Scans ask this registry for licenses and descriptions of dependencies, when the scan profile supports dependencies. The registry learns the names of the dependencies.',
  }),
  baseAddress: Text(2000, 'Address of the server, such as a mirror of your own; blank for the public one', {
    default: '',
  }),
  userName: Text(255, 'User name, if the server asks for a name and a password; blank if it asks for a token', {
    default: '',
  }),
};

export const RegistryInput = Model('RegistryChange', {
  ...settings,
  secret: Text(4096, 'Password or token; the mask of a listing keeps the stored one, blank removes it', {
    default: '',
  }),
  ...versioned,
});
export type RegistryInput = Static<typeof RegistryInput>;

export const Registry = Model('Registry', {
  name: RegistryName('Type of the package URLs that the registry has'),
  title: Type.String(),
  publicAddress: Type.String({ description: 'The public server' }),
  documentation: Type.String({ description: 'Where the registry describes its interface' }),
  ...settings,
  secret: Type.String({ description: 'A mask; blank if no secret is stored' }),
  found: Type.Integer({ description: 'Packages that the registry has described' }),
  notFound: Type.Integer({ description: 'Packages that the registry does not have' }),
  failed: Type.Integer({ description: 'Packages for which the request failed' }),
  ...versioned,
});

export const RegistryTest = Model('RegistryTest', {
  package: Type.String({ description: 'The package that was asked for' }),
  versions: Type.Integer({ description: 'How many versions of it the server has' }),
  description: Type.String(),
});

export const PackageLookup = Model('PackageLookup', {
  purl: Type.String({ description: 'Package URL without version' }),
  registry: RegistryName('Who was asked'),
  host: Type.String({ description: 'The server that was asked' }),
  askedOn: Type.String(),
  outcome: LookupOutcome('Result of the request'),
  problem: Type.String({ description: 'Why the request failed; blank if it did not' }),
  description: Type.String(),
  homepageUrl: Type.String(),
  versions: Type.Array(
    Model('PackageLookupVersion', {
      version: Type.String(),
      license: Type.String({
        description: 'The declared license; blank if none is declared, or if no scan needed it yet',
      }),
      releasedOn: Type.String({ description: 'Blank if the registry does not state it' }),
      isWithdrawn: Type.Boolean({ description: 'Deprecated, yanked, retracted or not listed' }),
    }),
    { description: 'In the order of the ecosystem, the newest first' },
  ),
});
