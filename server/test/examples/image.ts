// An image of a registry of this machine, and an SBOM that is attached to it.
import { buildImage, openRegistry } from '@assay/scanner/testing';
import { documentsBeside } from '../attached-documents.ts';
import type { Harness } from '../harness.ts';
import { newTask } from './beside.ts';
import type { Recorder } from './recorder.ts';

const SBOM = Buffer.from(
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    components: [{ type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' }],
  }),
);

export async function tellWithImage(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const image = buildImage([[{ name: 'etc/os-release', body: 'ID=debian\n' }]]);
  const beside = documentsBeside(image.digest);
  const digest = beside.attach('sbom', 'application/vnd.cyclonedx+json', SBOM);
  const registry = await openRegistry({ '1': image }, beside.answer);
  h.app.config.insecureRegistries = [registry.host];
  try {
    const { projectId } = await newTask(h);
    const source = { image: `${registry.host}/shop/backend:1` };
    await h.call('POST', `/projects/${projectId}/imageSources`, { body: source });
    await say('testImageSource', { params: { projectId, instanceId: 0 } });
    const gone = { projectId, instanceId: 999 };
    await refuse('listImageSources', { params: { projectId: 999_999 } }, 404);
    await refuse('createImageSource', { params: { projectId: 999_999 }, body: source }, 404);
    await refuse('updateImageSource', { params: gone, body: source }, 404);
    await refuse('deleteImageSource', { params: gone }, 404);
    await refuse('testImageSource', { params: gone }, 404);
    const attached = { projectId, instanceId: 0, digest };
    await refuse('importAttachedSbom', { params: attached }, 404);
    const sync = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
    await h.jobOver(sync.body.id);
    await h.jobOver((await say('importAttachedSbom', { params: attached })).id as number);
  } finally {
    h.app.config.insecureRegistries = [];
    await registry.close();
  }
}
