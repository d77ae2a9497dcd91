// The settings of this installation's registries.
import type { App } from '../app.ts';
import { listRegistries, type RegistrySettings } from '../db/registries.ts';
import { loadSecretKey, openSecret, sealSecret } from '../security/secrets.ts';
import { REGISTRIES } from './list.ts';
import type { ServerLogin } from './server.ts';

const secretPlace = (name: string) => `registry ${name} secret`;

export async function sealRegistrySecret(app: Pick<App, 'folder'>, name: string, secret: string): Promise<Buffer> {
  return sealSecret(await loadSecretKey(app.folder.keys), secret, secretPlace(name));
}

export async function loginOf(app: Pick<App, 'folder'>, settings: RegistrySettings): Promise<ServerLogin> {
  const { name, base_address: address, user_name: userName, secret_sealed: sealed } = settings;
  const secret = sealed === null ? '' : openSecret(await loadSecretKey(app.folder.keys), sealed, secretPlace(name));
  return { address: address || REGISTRIES[name].publicAddress, userName, secret };
}

/** The registries that scans query. */
export async function enabledRegistries(app: Pick<App, 'db'>): Promise<RegistrySettings[]> {
  return (await listRegistries(app.db)).filter((one) => one.is_asked);
}
