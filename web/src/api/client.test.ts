// Turns the forms of refusals that the server sends into text.
import { expect, it } from 'vitest';
import { messageIn, refusalOf } from './client.ts';

it.each([
  ['{"errors":[{"message":"The name exists."}],"requestId":"a1"}', 'The name exists.'],
  ['{"errors":[{"message":"First."},{"message":"Second."}]}', 'First. Second.'],
  ['{"Arguments: ":["",""],"Key: ":" X","Error: ":"The project was not found"}', 'The project was not found'],
  ['<html>Status 401 – Unauthorized</html>', undefined],
  ['{"errors":[]}', undefined],
  ['null', undefined],
  ['', undefined],
])('takes the message from %s', (text, words) => expect(messageIn(text)).toBe(words));

it('uses its own message if the server sends a page', async () => {
  const refusal = await refusalOf(new Response('<html></html>', { status: 403, headers: { 'X-Request-Id': 'b2' } }));
  expect(refusal).toMatchObject({ status: 403, message: 'You are not allowed to do this.', requestId: 'b2' });
});
