// One command runs every test of the three workspaces. The browser test has a runner of its own (tools/browser-test.ts).
// Test files share the modules of their process, and those of the page its window: to load them anew for each took half of the time and more.
// So a test leaves nothing behind in a module, in the window or in the process.
import { availableParallelism } from 'node:os';
import { keepCompiledCode } from '@assay/scanner/code-cache';
import { defineConfig } from 'vitest/config';

// Threads and programs that tests start load up to a thousand files of ours: each would take the types out of all of them.
keepCompiledCode();

export default defineConfig({
  test: {
    // Tests of the server wait for the database and for jobs most of their time, so there are more files at once than cores.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
    projects: [
      {
        test: {
          name: 'scanner',
          include: ['scanner/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          isolate: false,
          testTimeout: 60_000,
          // Longer than the stage of a test waits for open requests: it then clears the window and says what it waited for.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          isolate: false,
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
