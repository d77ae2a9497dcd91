// Runs once around all tests of the server: the database server that they clone from.
import type { TestProject } from 'vitest/node';
import { startTestServer } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('postgres', { host: server.host, user: server.user });
  return () => server.stop();
}
