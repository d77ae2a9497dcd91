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

it('tells the last words of each program, also of many that end at once', async () => {
  const all = Array.from({ length: 60 }, (_, at) => start('-c', `echo reason ${at} >&2; exit 3`));
  const ends = await Promise.all(all.map(({ end }) => end));
  expect(ends.map(({ complaints }) => complaints)).toEqual(all.map((_, at) => `reason ${at}\n`));
});
