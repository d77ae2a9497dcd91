// Which modules a plain scan loads, by the modules themselves and not by time.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ENTRY = new URL('scan-command.ts', import.meta.url).href;
const PROBE = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
await import(${JSON.stringify(ENTRY)});
console.log(JSON.stringify(loaded));`;

it('a scan without --advisories loads neither advisories nor readers of SBOMs', () => {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', PROBE], { cwd, encoding: 'utf8' });
  const loaded: string[] = JSON.parse(out);
  expect(loaded).toContain(ENTRY);
  const needless = /\/src\/(advisories|sbom\/read|cli\/check-formats)\/|\/cli\/check-command\.ts$/;
  expect(loaded.filter((url) => needless.test(url))).toEqual([]);
});
