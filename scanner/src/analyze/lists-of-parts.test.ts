// Texts that may name the folders of the code of others, by their paths.
import { expect, it } from 'vitest';
import { analysisHint, readHint } from './hint.ts';

it.each([
  ['README.md', 'readme'],
  ['app-1.0/README', 'readme'],
  ['app/doc/README.md', ''],
  ['CREDITS', 'list'],
  ['doc/THIRD-PARTY-NOTICES.txt', 'list'],
  ['ThirdPartyNotices.md', 'list'],
  ['3rdparty.md', 'list'],
  ['NOTICE', 'list'],
  ['LICENSE-3RD-PARTY.md', 'list'],
  ['LICENSE', 'list'],
  ['node_modules/a/ThirdPartyNotices.txt', ''],
  ['third-party.ts', ''],
  ['credits.json', ''],
  ['AUTHORS', ''],
])('%s: %s', (path, expected) => expect(readHint(analysisHint(path)).listOfParts).toBe(expected));
