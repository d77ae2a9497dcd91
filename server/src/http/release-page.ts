// The release of the interface that Assay follows, for programs that look for it before they do anything else.
import type { FastifyInstance } from 'fastify';

/** The newest release with the interface that Assay follows. Clients compare the text without its blank. */
export const INTERFACE_RELEASE = '2025 R4';

/**
 * Older programs read the release from a page outside of the API, without signing in: in the element version-info, year and release are the third and fourth
 * word.
 */
export function addReleasePage(server: FastifyInstance): void {
  const page = `<!doctype html><title>Assay</title><div class="version-info">Interface of ${INTERFACE_RELEASE}</div>`;
  server.get('/codeinsight/springmvc/contextData', (_request, reply) => {
    reply.type('text/html; charset=utf-8').send(page);
  });
}
