// What answers requests. The server loads it while its database starts, as it is more than half of the program.
export { createServer } from './http/server.ts';
export { serveWeb } from './http/web.ts';
export { ALL_ROUTES } from './routes.ts';
