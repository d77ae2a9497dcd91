// Passwords of instances: sealed for one instance, opened only to use them.
import type { App } from '../app.ts';
import type { ScmInstance } from '../db/scm/instances.ts';
import type { SourceType } from '../domain/scm/scm-address.ts';
import { loadSecretKey, openSecret } from '../security/secrets.ts';
import type { ScmTarget } from './member.ts';
import { folderOfInstance } from './systems.ts';

export interface InstancePlace {
  projectId: number;
  scmType: SourceType;
  instanceId: number;
}

/** Binds a sealed password to its instance. */
export function secretPlace({ projectId, scmType, instanceId }: InstancePlace): string {
  return `scm-instance ${projectId}/${scmType}/${instanceId} password`;
}

/** The instance as its system needs it, with its password. */
export async function targetOf(app: App, instance: ScmInstance): Promise<ScmTarget> {
  const { project_id: projectId, type, instance_id: instanceId, url, user_name: userName, settings } = instance;
  const sealed = instance.password_sealed;
  const place = secretPlace({ projectId, scmType: type, instanceId });
  const password = sealed === null ? '' : openSecret(await loadSecretKey(app.folder.keys), sealed, place);
  return { projectId, instanceId, folder: folderOfInstance(type, instanceId), url, userName, password, settings };
}
