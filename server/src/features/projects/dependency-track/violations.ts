// Rules of the policy of a project that reject its items, in the form of Dependency-Track.
import { valueFor } from '@assay/scanner/items';
import type { App } from '../../../app.ts';
import { type DetailedItem, findItems, listRejectedItems } from '../../../db/inventories/items.ts';
import { findProjectPolicy } from '../../../db/projects/projects.ts';
import { installationId } from '../../../db/site-settings.ts';
import { uuidOf } from '../../../domain/projects/keyed-uuids.ts';
import type { Rejection } from '../../../domain/reviews/policy.ts';
import { itemVulnerabilities, loadPolicy, rejections } from '../../../reviews/policy.ts';
import { giveWay } from '../../../turns.ts';

const TYPES: Readonly<Record<Rejection['about'], string>> = {
  license: 'LICENSE',
  component: 'OPERATIONAL',
  vulnerability: 'SECURITY',
  life: 'OPERATIONAL',
  coverage: 'SECURITY',
};
const SUBJECTS: Readonly<Record<Rejection['about'], string>> = {
  license: 'LICENSE',
  component: 'COORDINATES',
  vulnerability: 'SEVERITY',
  life: 'AGE',
  coverage: 'VULNERABILITY_ID',
};
const AT_ONCE = 500;
/** Of one item; no policy has more kinds of rules. */
const MOST_OF_ITEM = 64;

/** Of items with the status rejected. An item that a person has approved violates nothing any more. */
export async function violationsOf(app: App, projectId: number) {
  const profile = await findProjectPolicy(app.db, projectId);
  if (profile === undefined) return [];
  const installation = await installationId(app.db);
  const policy = await loadPolicy(app.db, projectId);
  const project = { uuid: uuidOf(installation, 'project', projectId) };
  const all = await listRejectedItems(app.db, projectId);
  const found = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await giveWay();
    const ids = all.slice(from, from + AT_ONCE);
    const items = await findItems(app.db, ids);
    const vulnerabilities = await itemVulnerabilities(app.db, ids);
    for (const id of ids.filter((one) => items.has(one))) {
      const item = valueFor(items, id);
      for (const [at, { about, reason }] of rejections(policy, item, vulnerabilities(id)).entries())
        found.push({
          uuid: uuidOf(installation, 'violation', id * MOST_OF_ITEM + (at % MOST_OF_ITEM)),
          type: TYPES[about],
          text: reason,
          component: { ...componentOf(item, installation), project },
          project,
          policyCondition: {
            uuid: uuidOf(installation, 'policy', projectId),
            ...{ subject: SUBJECTS[about], operator: 'IS', value: reason },
            policy: { uuid: uuidOf(installation, 'policy', projectId), name: profile.name, violationState: 'FAIL' },
          },
          analysis: { isSuppressed: false },
        });
    }
  }
  return found;
}

function componentOf({ id, name, component_name, version_name, purl }: DetailedItem, installation: string) {
  return {
    ...{ uuid: uuidOf(installation, 'component', id), name: component_name ?? name, version: version_name ?? '' },
    ...(purl !== '' && { purl }),
  };
}
