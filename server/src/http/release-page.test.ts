import fastify from 'fastify';
import { expect, it } from 'vitest';
import { addReleasePage } from './release-page.ts';

it('tells year and release where older programs look for them, without a token', async () => {
  const server = fastify();
  addReleasePage(server);
  const { statusCode, headers, body } = await server.inject('/codeinsight/springmvc/contextData');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const [text = ''] = (body.split('version-info')[1] ?? '').slice(2).split('</div>');
  expect(text.split(' ').slice(2)).toEqual(['2025', 'R4']);
  await server.close();
});
