import { expect, it, vi } from 'vitest';
import { startProgram } from './processes.ts';

const start = (...args: string[]) => {
  const { signal } = new AbortController();
  return startProgram('sh', { args, env: {}, cwd: '/', signal, timeoutMs: 60_000, mostFileBytes: 0 });
};

it('kills a group of processes while its program runs, and none by that number afterwards', async () => {
  const kill = vi.spyOn(process, 'kill');
  try {
    const running = start('-c', 'read -r _');
    running.stop();
    expect(await running.end).toMatchObject({ ended: 'canceled', exitCode: -1 });
    expect(kill).toHaveBeenCalledTimes(1);
    running.stop();
    const ended = start('-c', 'exit 3');
    expect(await ended.end).toMatchObject({ ended: '', exitCode: 3 });
    ended.stop();
    expect(kill).toHaveBeenCalledTimes(1);
  } finally {
    kill.mockRestore();
  }
});
