// Runs after `npm install`, on whatever Node is installed: makes sure the Node that Assay runs on is there,
// compiles the license rules, and builds the program and the web page.
// Plain JavaScript on purpose: the system's Node may be too old to run TypeScript.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Assay needs Node 24 or newer to run; the npm package "node" should have brought it, yet this is ${process.version}.`,
  );
  process.exit(1);
}
// The license rules are compiled once; without this the first scan would do it.
execFileSync(process.execPath, [`${root}/scanner/src/licenses/rules/build-index.ts`], { cwd: root, stdio: 'inherit' });
if (existsSync(`${root}/web/vite.config.ts`) && process.env.ASSAY_SKIP_WEB_BUILD !== '1') {
  execFileSync(process.execPath, [`${root}/node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'], {
    cwd: `${root}/web`,
    stdio: 'inherit',
  });
}
// Without the compiler (an installation without development tools) the sources run as they are.
if (existsSync(`${root}/node_modules/rolldown`))
  execFileSync(process.execPath, [`${root}/tools/build-program.ts`], { cwd: root, stdio: 'inherit' });
