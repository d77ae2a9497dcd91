// @vitest-environment happy-dom
// The picture is one stop of the keyboard with links inside; the table has the same facts.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapEntry } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { MapTable } from './map-table.tsx';
import { Treemap } from './treemap.tsx';

let stage: Stage;
beforeEach(() => {
  // happy-dom lays nothing out: the picture gets a size as a browser would tell it.
  class Observer {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe() {
      const size = { contentRect: { x: 0, y: 0, top: 0, left: 0, right: 900, bottom: 600, width: 900, height: 600 } };
      this.#tell([size as unknown as ResizeObserverEntry], this as unknown as ResizeObserver);
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await stage.close();
});

const none = { items: 0, notCompared: 0, critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
const entry = (path: string, more: Partial<MapEntry>): MapEntry => ({
  ...{ kind: 'folder', id: 1, path, name: path.slice(path.lastIndexOf('/') + 1) },
  parentPath: path === '' ? null : path.slice(0, Math.max(0, path.lastIndexOf('/'))),
  ...{ files: 2, sizeBytes: 500, reviewed: 0, open: 2, inNoItem: 0, notScanned: 0, moreLicenses: 0, exposure: none },
  licenses: [{ license: 'MIT', files: 2, sizeBytes: 500 }],
  ...more,
});
const ENTRIES = [
  entry('', { sizeBytes: 1000 }),
  entry('lib', { exposure: { ...none, items: 1, high: 2 } }),
  entry('lib/a.c', { kind: 'file', id: 7, files: 1 }),
  entry('src', {}),
];
const props = () => ({
  ...{ entries: ENTRIES, coloring: 'license' as const, licenses: ['MIT'], isByFiles: false, only: undefined },
  hrefOf: (shown: { kind: string }) => `/to/${'path' in shown ? shown.path : 'others'}`,
  onGo: vi.fn(),
});

it('each area is a link that says all that is known; the arrow keys move between them', async () => {
  stage = await startStage({});
  const { onGo, ...others } = props();
  stage.show(<Treemap {...others} onGo={onGo} />);
  const first = await screen.findByRole('link', { name: /lib: 2 files, 500 B, 0 reviewed, 2 open.*2 high$/ });
  expect(first.getAttribute('href')).toBe('/to/lib');
  await stage.user.tab();
  expect(document.activeElement).toBe(first);
  await stage.user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('href')).toBe('/to/lib/a.c');
  await stage.user.keyboard('{ArrowLeft}{ArrowDown}');
  expect(document.activeElement?.getAttribute('href')).toBe('/to/src');
  await stage.user.keyboard('{Enter}');
  expect(onGo).toHaveBeenCalledWith(ENTRIES[3]);
  expect(screen.getAllByRole('link').filter((link) => link.tabIndex === 0)).toHaveLength(1);
});

it('a meaning of the legend alone keeps its colour', async () => {
  stage = await startStage({});
  stage.show(<Treemap {...props()} only="none" />);
  await screen.findByRole('link', { name: /src: 2 files/ });
  expect(screen.getByRole('link', { name: /src: 2 files/ }).dataset.pale).toBe('true');
});

it('the table says the same in words', async () => {
  stage = await startStage({});
  stage.show(<MapTable {...props()} />);
  const row = (await screen.findByRole('link', { name: 'lib/' })).closest('tr');
  expect(row?.textContent).toBe('lib/500 B22MIT2 high');
  expect(screen.queryByRole('link', { name: 'a.c' })).toBeNull();
});
