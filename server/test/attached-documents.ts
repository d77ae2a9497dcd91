// What lies beside an image in a registry, by the tags of cosign and by digest, for tests.
import { createHash } from 'node:crypto';
import type { openRegistry } from '@assay/scanner/testing';

export interface DocumentsBeside {
  /** By tag and digest; tests may change them. */
  documents: Map<string, Buffer>;
  /** Attaches a document to the image, by the tag that ends so: `sig`, `att`, `sbom`. Returns its digest. */
  attach(suffix: string, mediaType: string, body: Buffer, annotations?: Record<string, string>): string;
  /** For `openRegistry`. */
  answer: NonNullable<Parameters<typeof openRegistry>[1]>;
}

export function documentsBeside(imageDigest: string): DocumentsBeside {
  const documents = new Map<string, Buffer>();
  return {
    documents,
    attach(suffix, mediaType, body, annotations = {}) {
      const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
      const layers = [{ mediaType, digest, size: body.length, annotations }];
      documents.set(digest, body);
      documents.set(
        `${imageDigest.replace(':', '-')}.${suffix}`,
        Buffer.from(JSON.stringify({ schemaVersion: 2, layers })),
      );
      return digest;
    },
    answer(request, response) {
      const document = documents.get(decodeURIComponent((request.url ?? '').split('/').at(-1) ?? ''));
      if (document !== undefined) response.end(document);
      return document !== undefined;
    },
  };
}
