// Query parameters that an operation does not know.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { ALL_ROUTES } from '../routes.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  projectId = (await h.call('POST', '/projects', { body: { name: 'filtered' } })).body.id;
});
afterAll(() => h.close());

describe('our own operations', () => {
  it('400 for a misspelt filter, which names the parameters that are known', async () => {
    const { status, body } = await h.call('GET', `/projects/${projectId}/inventoryItems?reviewstatus=APPROVED`);
    expect([status, body.errors[0].message]).toEqual([
      400,
      expect.stringMatching(
        /^The query parameter "reviewstatus" is not known here: known parameters are search, reviewStatus, /,
      ),
    ]);
  });

  it('400 for every one of them that takes no parameter in its path', async () => {
    const own = ALL_ROUTES.filter(
      ({ method, isExtra, isAtRoot, path }) => method === 'GET' && isExtra && !isAtRoot && !path.includes('{'),
    );
    expect(own.length).toBeGreaterThan(10);
    const passed: string[] = [];
    for (const { path, query } of own) {
      const required = ((query as { required?: string[] } | undefined)?.required ?? []).map((name) => `${name}=1&`);
      const { status } = await h.call('GET', `${path}?${required.join('')}unheardOf=1`);
      if (status !== 400) passed.push(`${path}: ${status}`);
    }
    expect(passed).toEqual([]);
  });
});

describe('operations of the interface document', () => {
  it('200, with a header that names what was ignored', async () => {
    const { status, headers } = await h.call(
      'GET',
      `/projects/${projectId}/inventorySummary?Published=ALL&limit=5&größe=1`,
    );
    expect([status, headers['x-ignored-parameters']]).toEqual([200, 'Published, gr%C3%B6%C3%9Fe']);
  });

  it('no header where all are known', async () => {
    const { headers } = await h.call('GET', `/projects/${projectId}/inventorySummary?published=ALL`);
    expect(headers).not.toHaveProperty('x-ignored-parameters');
  });

  it('a thousand unknown names are counted, not listed', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `unknown${at}=1`).join('&');
    const { status, headers } = await h.call('GET', `/projects?${names}`);
    expect(status).toBe(200);
    expect(String(headers['x-ignored-parameters'])).toMatch(/^unknown0, .* and 4\d\d more$/);
  });
});

it('200 for a health check with a parameter against caches', async () => {
  expect((await h.call('GET', '/healthz?_=123', { as: null })).status).toBeLessThan(500);
});
