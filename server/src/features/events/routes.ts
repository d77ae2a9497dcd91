// What changes, told to open pages as it happens (not in the interface document).
import { visibleRows } from '../../http/access.ts';
import { type Route, route } from '../../http/route.ts';
import { feedOf } from './feed.ts';

export const eventRoutes: Route[] = [
  route({
    id: 'streamEvents',
    method: 'GET',
    path: '/events',
    group: 'Events',
    isExtra: true,
    summary: 'Tells what changes, as it happens, as server-sent events',
    description: [
      'Within a second or two after each change, by whomever and on whichever server. `changed`: `{"projects":[{"id", "requestIds"}], "installation"?: {"requestIds"}}`,',
      'the projects that the caller may see in which something changed, and whether something changed that belongs to no single project; `requestIds` are the `X-Request-Id` of the',
      'calls that did it. `job`: `{"projectId", "progress"}`, the answer of `/jobs/{jobId}/progress` of a job that began, went on or ended. Only what happens while the stream is open',
      'is told. It ends when the token does, and when what it allows changes. At most 32 streams of one user.',
    ].join(' '),
    access: visibleRows(),
    responses: {
      200: { description: 'Events until the caller leaves', mediaType: 'text/event-stream' },
      429: { description: 'Too many streams are open' },
    },
    run: async ({ app, caller }) => ({
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      },
      body: undefined,
      stream: await feedOf(app).open(caller),
    }),
  }),
];
