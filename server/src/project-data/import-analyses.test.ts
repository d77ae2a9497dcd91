// Imported analyses are written in sets: the number of statements does not grow with them, and the result is the
// same as one by one.
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { getProject } from '../db/projects/projects.ts';
import { takeAnalyses } from './analyses.ts';
import { IssueList } from './document.ts';
import type { ForeignAnalysis } from './foreign/model.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  const { pool } = h.database;
  await pool.query(`insert into components (purl, name, title, url, description, forge_id)
    select 'pkg:npm/part-' || n, 'part-' || n, 'part', '', '', 8 from generate_series(0, 99) n`);
  await pool.query(`insert into component_versions (component_id, name, purl, license_expression)
    select id, v || '.0', purl || '@' || v || '.0', 'MIT' from components cross join generate_series(1, 2) v where purl like 'pkg:npm/part-%'`);
});
afterAll(() => h.close());

const analysis = (purl: string, advisory: string, more: Partial<ForeignAnalysis> = {}): ForeignAnalysis => ({
  ...{ place: 'analyses[0]', advisory, purl, state: 'EXPLOITABLE', justification: '', response: '', detail: '' },
  ...{ isSuppressed: false, exported: undefined },
  ...more,
});

const SUPPRESSED = { state: 'NOT_AFFECTED', isSuppressed: true };

async function newProject(): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name: `analyses ${++count}` } })).body.id;
}

async function taken(projectId: number, analyses: ForeignAnalysis[]) {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const lines = new IssueList();
  const number = await h.app.db
    .withPlugin(counter)
    .transaction()
    .execute(async (tx) => {
      const project = await getProject(tx, projectId);
      const input = { project, mayAnalyze: true, now: h.app.now() } as Parameters<typeof takeAnalyses>[1];
      statements = 0;
      return takeAnalyses(tx, input, analyses, { source: 'elsewhere', login: 'admin' }, lines);
    });
  return { number, statements, messages: lines.all().map(({ message }) => message) };
}

const decisionsOf = async (projectId: number) =>
  (
    await h.database.pool.query(
      `select kind, subject ->> 'advisory' as advisory, value, superseded_at is null as stands, supersedes is not null as follows
       from decisions where project_id = $1 order by id`,
      [projectId],
    )
  ).rows;

describe('takeAnalyses', () => {
  it('needs as many statements for ninety analyses as for ten', async () => {
    const seen = [];
    for (const number of [10, 90]) {
      const id = await newProject();
      const analyses = Array.from({ length: number }, (_, at) =>
        analysis(`pkg:npm/part-${at}@1.0`, `CVE-2026-${at % 7}`, at % 2 === 0 ? SUPPRESSED : {}),
      );
      const { statements, ...rest } = await taken(id, analyses);
      expect(rest).toEqual({ number, messages: [] });
      expect(await decisionsOf(id)).toHaveLength(number * 1.5);
      seen.push(statements);
    }
    expect(seen[1]).toBe(seen[0]);
  });

  it('the second analysis of a vulnerability of a component sees the first', async () => {
    const id = await newProject();
    const twice = [
      analysis('pkg:npm/part-1@1.0', 'CVE-2026-A', { detail: 'first' }),
      analysis('pkg:npm/part-1@2.0', 'cve-2026-a', { ...SUPPRESSED, detail: 'second' }),
      analysis('pkg:npm/part-1@1.0', 'CVE-2026-A', { detail: 'third' }),
    ];
    expect(await taken(id, twice)).toMatchObject({
      number: 2,
      messages: [
        'The analysis of CVE-2026-A for pkg:npm/part-1@1.0 was left out: somebody has already decided about it on this server.',
      ],
    });
    expect((await decisionsOf(id)).map(({ kind, value }) => [kind, value.detail ?? value.versions])).toEqual([
      ['analysis', 'first'],
      ['analysis', 'second'],
      ['suppression', ['2.0']],
    ]);
  });

  it('follows a decision on another version of the component, and says so', async () => {
    const id = await newProject();
    await taken(id, [
      analysis('pkg:npm/part-2@1.0', 'CVE-2026-B', { detail: 'one' }),
      analysis('pkg:npm/part-2@2.0', 'CVE-2026-B', { detail: 'two' }),
    ]);
    expect(await decisionsOf(id)).toMatchObject([
      { value: { detail: 'one' }, stands: false, follows: false },
      { value: { detail: 'two' }, stands: true, follows: true },
    ]);
  });

  it('reports in the order of the document what was left out, and keeps what the database can store', async () => {
    const id = await newProject();
    const { number, messages } = await taken(id, [
      analysis('', 'CVE-2026-C'),
      analysis('pkg:npm/part-3@1.0', 'CVE-2026-C', { state: 'ODD' }),
      analysis('pkg:npm/part-3', 'CVE-2026-C'),
      analysis('pkg:npm/part-3@1.0', 'CVE-2026-\0', { detail: 'half a pair \uD800' }),
      analysis('pkg:npm/part-9999@1.0\0', ''),
    ]);
    expect(number).toBe(1);
    expect(messages.map((message) => message.replace(/^.*? was left out: /, '').slice(0, 40))).toEqual([
      'it must name a vulnerability and the pac',
      'its state "ODD" must be one of RESOLVED,',
      'the library of this server does not have',
      'it must name a vulnerability and the pac',
    ]);
  });

  it('leaves the analysis of a person as it is and says so; one that an import brought gives way to a newer import', async () => {
    const id = await newProject();
    const { rows } = await h.database.pool.query(
      `with v as (insert into vulnerabilities (name, severity_v3, is_recorded) values ('CVE-2026-P', 'HIGH', true) returning id),
        n as (insert into vulnerability_names (name_key, vulnerability_id) select 'cve-2026-p', id from v),
        cv as (select id, component_id from component_versions where purl = 'pkg:npm/part-7@1.0'),
        m as (insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids) select cv.id, v.id, 'affected', '{}' from cv, v)
       insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
       select $1, 'COMPONENT', 'part-7', 'part-7', component_id, id, 'System', 'MIT' from cv returning id`,
      [id],
    );
    await h.database.pool.query('select refresh_exposures($1::bigint[])', [[rows[0].id]]);
    const one = (detail: string) => [analysis('pkg:npm/part-7@1.0', 'CVE-2026-P', { detail })];
    const shown = async () =>
      (
        await h.call('GET', `/inventories/${rows[0].id}/vulnerabilities/analysis`)
      ).body.data.analyzedVulnerabilities.map((found: { analysis: { detail: string } }) => found.analysis.detail);
    expect(await taken(id, one('first document'))).toMatchObject({ number: 1, messages: [] });
    expect(await taken(id, one('second document'))).toMatchObject({ number: 1, messages: [] });
    expect(await shown()).toEqual(['second document']);
    const body = { inventoryIds: [rows[0].id], vulnerabilityNames: ['CVE-2026-P'], state: 'IN_TRIAGE', detail: 'Seen' };
    expect((await h.call('POST', `/projects/${id}/vulnerabilityAnalyses`, { body })).status).toBe(200);
    expect(await taken(id, one('third document'))).toMatchObject({
      number: 0,
      messages: [expect.stringMatching(/was left out: "\w+" has already decided about it on this server\.$/)],
    });
    expect(await shown()).toEqual(['Seen']);
  });
});
