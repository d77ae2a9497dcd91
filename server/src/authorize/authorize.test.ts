// Rights are decided in two forms, for one project and as a condition of lists. Both are made from one table, and answer the same.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { isAllowedTo } from '../db/projects/standing.ts';
import {
  allProjectActions,
  type ProjectRole,
  projectRoles,
  type SystemPermission,
} from '../domain/users/permissions.ts';
import { notFound } from '../errors.ts';
import { authorizer, rightOf } from './index.ts';

let h: Harness;
let people: { id: number; permissions: SystemPermission[] }[];
const projects: number[] = [];

beforeAll(async () => {
  h = await startHarness();
  people = [];
  for (let i = 0; i < 6; i++) {
    const permissions: SystemPermission[] = i === 0 ? ['system_admin'] : [];
    people.push({ id: (await h.person(`person${i}`, permissions)).id, permissions });
  }
  const random = randomFrom(20);
  const someone = () => people[random(people.length)]!.id;
  const orNobody = () => (random(2) ? someone() : null);
  for (let i = 0; i < 40; i++) {
    const { rows } = await h.database.pool.query<{ id: number }>(
      `insert into projects (name, folder_id, contact_id, legal_contact_id, security_contact_id, developer_contact_id, scan_profile_id, is_private)
       values ($1, 1, $2, $3, $4, $5, 1, $6) returning id`,
      [`project ${i}`, someone(), orNobody(), orNobody(), orNobody(), random(2) === 1],
    );
    projects.push(rows[0]!.id);
    for (let n = random(4); n > 0; n--) await giveRole(rows[0]!.id, projectRoles[random(4)]!, someone());
  }
});
afterAll(() => h.close());

const giveRole = (projectId: number, role: ProjectRole, userId: number) =>
  h.database.pool.query(
    'insert into project_members (project_id, role, user_id) values ($1, $2, $3) on conflict do nothing',
    [projectId, role, userId],
  );

/** The same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

it.each(allProjectActions)('a list shows exactly the projects in which the caller may %s', async (action) => {
  for (const person of people) {
    const listed = await h.app.db.selectFrom('projects').select('id').where(isAllowedTo(action, person)).execute();
    const allowed: number[] = [];
    for (const id of projects) if ((await rightOf(h.app.db, person, action, id)) === 'allowed') allowed.push(id);
    expect(
      listed
        .map(({ id }) => id)
        .filter((id) => projects.includes(id))
        .sort((a, b) => a - b),
    ).toEqual(allowed);
  }
});

it('an operation that needs a right which its route does not name throws', async () => {
  const authorize = authorizer(h.app.db, people[0]!, ['EDIT_USERS']);
  const subject = { projectId: projects[0]!, missing: notFound('Project', projects[0]!) };
  await expect(authorize('DELETE_PROJECT', subject)).rejects.toThrow('DELETE_PROJECT, which its route does not name');
});
