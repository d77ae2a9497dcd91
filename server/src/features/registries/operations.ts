// Package registries: their settings, tests and stored answers.

import { canonicalPurl } from '@assay/scanner/packages';
import { compareVersions } from '@assay/scanner/versions';
import type { App } from '../../app.ts';
import { deleteSearchesAt } from '../../db/components/learned.ts';
import {
  countLookups,
  deleteLookups,
  listLookups,
  listRegistries,
  lockRegistry,
  type RegistrySettings,
  updateRegistry,
} from '../../db/registries.ts';
import { countOf } from '../../domain/count-text.ts';
import type { LookupOutcome, RegistryName } from '../../domain/derivation/registries.ts';
import { componentPurlOf } from '../../domain/inventories/inventory.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import { checkedUrl, OutgoingError } from '../../outgoing/index.ts';
import { REGISTRIES } from '../../registries/list.ts';
import { RegistryError } from '../../registries/registry.ts';
import { openServer } from '../../registries/server.ts';
import { loginOf, sealRegistrySecret } from '../../registries/settings.ts';
import { SECRET_MASK } from '../../security/secrets.ts';
import type { RegistryInput } from './schemas.ts';

export async function describeRegistries(app: App) {
  const counts = await countLookups(app.db);
  const count = (name: RegistryName, outcome: LookupOutcome) =>
    counts.find((one) => one.registry === name && one.outcome === outcome)?.count ?? 0;
  return (await listRegistries(app.db)).map((row) => ({
    name: row.name,
    title: REGISTRIES[row.name].title,
    publicAddress: REGISTRIES[row.name].publicAddress,
    documentation: REGISTRIES[row.name].documentation,
    isAsked: row.is_asked,
    baseAddress: row.base_address,
    userName: row.user_name,
    secret: row.secret_sealed === null ? '' : SECRET_MASK,
    found: count(row.name, 'FOUND'),
    notFound: count(row.name, 'NOT_FOUND'),
    failed: count(row.name, 'FAILED'),
  }));
}

export async function describeRegistry(app: App, name: string) {
  const found = (await describeRegistries(app)).find((one) => one.name === name);
  if (!found) throw notFound('Registry', name);
  return found;
}

export async function changeRegistry(app: App, name: RegistryName, input: RegistryInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const before = await lockRegistry(tx, name);
    const baseAddress = addressOf(input.baseAddress);
    const userName = input.userName.trim();
    if (userName.includes(':'))
      throw badRequest('The field "userName" must not contain a colon, because the name would end there.');
    if (userName !== '' && input.secret === '') throw badRequest('The field "secret" is required with a user name.');
    if (userName === '' && /[^\x21-\x7e]/.test(input.secret))
      throw badRequest('The field "secret" must be a token of ASCII letters, digits and signs, without blanks.');
    const keeps = input.secret === SECRET_MASK && before.secret_sealed !== null;
    // Without this check, a caller could have the stored secret sent to an address of their choice.
    if (keeps && (before.base_address !== baseAddress || before.user_name !== userName))
      throw badRequest('The field "secret" must be given again when the address or the user changes.');
    await updateRegistry(tx, name, {
      is_asked: input.isAsked,
      base_address: baseAddress,
      user_name: userName,
      secret_sealed: keeps ? before.secret_sealed : await sealed(app, name, input.secret),
    });
  });
}

async function sealed(app: App, name: string, secret: string): Promise<Buffer | null> {
  if (secret === SECRET_MASK)
    throw badRequest('The field "secret" is the mask that listings show; give the secret itself.');
  return secret === '' ? null : sealRegistrySecret(app, name, secret);
}

/** Without the slash at the end. */
function addressOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  try {
    const url = checkedUrl(trimmed);
    if (url.search !== '' || url.hash !== '')
      throw badRequest('The field "baseAddress" must be an address without query and fragment.');
    return url.href.replace(/\/+$/, '');
  } catch (error) {
    if (error instanceof OutgoingError) throw badRequest(`The field "baseAddress" is wrong: ${error.message}`);
    throw error;
  }
}

/** Every copy of a registry has these packages; a test asks for one. */
const TRIALS: Record<RegistryName, { namespace: string; name: string }> = {
  npm: { namespace: '', name: 'semver' },
  pypi: { namespace: '', name: 'six' },
  maven: { namespace: 'junit', name: 'junit' },
  cargo: { namespace: '', name: 'libc' },
  nuget: { namespace: '', name: 'newtonsoft.json' },
  gem: { namespace: '', name: 'rake' },
  composer: { namespace: 'psr', name: 'log' },
  golang: { namespace: 'golang.org/x', name: 'text' },
  pub: { namespace: '', name: 'path' },
  hex: { namespace: '', name: 'jason' },
};

/** Asks the registry with its settings, even if it is switched off, and stores nothing. */
export async function testRegistry(app: App, name: RegistryName) {
  const settings = (await listRegistries(app.db)).find((one) => one.name === name) as RegistrySettings;
  const trial = TRIALS[name];
  const full = trial.namespace === '' ? trial.name : `${trial.namespace}/${trial.name}`;
  try {
    const facts = await REGISTRIES[name].fetchFacts(openServer(app, await loginOf(app, settings)), {
      ...trial,
      versions: [],
    });
    if (facts === undefined) throw badRequest(`The server answers, but does not have the package ${full}.`);
    return { package: full, versions: facts.versions.length, description: facts.description };
  } catch (error) {
    if (error instanceof RegistryError) throw badRequest(error.message);
    throw error;
  }
}

export async function forgetLookups(app: App, name: RegistryName): Promise<string> {
  const count = await deleteLookups(app.db, name);
  await deleteSearchesAt(app.db, name);
  return `${countOf(count, 'package')} of ${REGISTRIES[name].title} will be looked up again.`;
}

export async function describeLookup(app: App, purl: string) {
  const canonical = canonicalPurl(purl);
  if ('problem' in canonical) throw badRequest(`The parameter "purl" is wrong: ${canonical.problem}`);
  const bare = componentPurlOf(canonical.value);
  const lookup = (await listLookups(app.db, [bare])).get(bare);
  if (!lookup) throw notFound('Stored answer of a registry on', bare);
  const type = lookup.registry;
  const versions = [...lookup.facts.versions].sort((a, b) => compareVersions(type, b.version, a.version));
  return {
    purl: lookup.purl,
    registry: lookup.registry,
    host: lookup.host,
    askedOn: wireTime(lookup.askedAt),
    outcome: lookup.outcome,
    problem: lookup.problem,
    description: lookup.facts.description,
    homepageUrl: lookup.facts.homepageUrl,
    versions: versions.map(({ version, license, releasedOn, isWithdrawn }) => ({
      version,
      license: license ?? '',
      releasedOn,
      isWithdrawn,
    })),
  };
}
