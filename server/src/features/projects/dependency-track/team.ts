// The owner of a key as a team of Dependency-Track, whose permissions programs look at before they begin.
import type { App } from '../../../app.ts';
import type { Caller } from '../../../http/call.ts';
import { uuidFor } from './uuids.ts';

/** Rights are given project by project here: each call checks its own. */
const OF_EVERYBODY = {
  VIEW_PORTFOLIO: 'See projects that the owner may see',
  VIEW_VULNERABILITY: 'See their vulnerabilities',
  VIEW_POLICY_VIOLATION: 'See what their policies reject',
  BOM_UPLOAD: 'Import into projects in which the owner may import',
  VULNERABILITY_ANALYSIS: 'Decide in projects in which the owner may analyze vulnerabilities',
};
const OF_CREATORS = {
  PROJECT_CREATION_UPLOAD: 'Create a project with an upload',
  PORTFOLIO_MANAGEMENT: 'Create projects, and change those that the owner may edit',
};

export async function teamOf(app: App, caller: Caller) {
  const mayCreate = caller.permissions.includes('create_project');
  const permissions = { ...OF_EVERYBODY, ...(mayCreate && OF_CREATORS) };
  return {
    uuid: await uuidFor(app, 'team', caller.id),
    name: caller.login,
    permissions: Object.entries(permissions).map(([name, description]) => ({ name, description })),
  };
}
