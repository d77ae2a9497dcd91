// Container images as sources of a project. They are kept, tested and synchronised like the instances of source control.
import { type DescribedImage, layersOfBase, readPlatform } from '@assay/scanner/archives';
import { readReference } from '@assay/scanner/images';
import type { App } from '../../app.ts';
import { listProjectImages, listVisibleImages } from '../../db/scm/images.ts';
import { listScmInstances, type ScmInstance } from '../../db/scm/instances.ts';
import { listScmStates, type ScmState } from '../../db/scm/states.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { folderOfInstance } from '../../scm/systems.ts';
import { SECRET_MASK } from '../../security/secrets.ts';
import type { ImageSourceInput } from './image-schemas.ts';
import { lastSyncOf, loginOf, type ScmInput } from './operations.ts';

const PLATFORM = 'linux/amd64';

export function imageInput({ image, platform = PLATFORM, expansionLevel = 1, ...login }: ImageSourceInput): ScmInput {
  const reference = readReference(image);
  if ('refusal' in reference) throw badRequest(`The field "image" is wrong: ${reference.refusal}.`);
  if (readPlatform(platform) === undefined)
    throw badRequest('The field "platform" must be like linux/amd64 or linux/arm64/v8.');
  if (login.password !== undefined && login.password !== '' && !login.userName)
    throw badRequest('The field "userName" is needed with a password.');
  return { ...loginOf(login), url: image.trim(), settings: { platform, expansionLevel } };
}

export async function listImages(app: App, caller: Caller, projectId: number) {
  const instances = await listScmInstances(app.db, projectId, { type: 'IMAGE' });
  const states = await listScmStates(app.db, projectId);
  const images = await listProjectImages(app.db, projectId);
  const others = images.length === 0 ? [] : await listVisibleImages(app.db, caller);
  return {
    sources: instances.map((instance) => sourceModel(instance, states)),
    images: images.map(({ folder, image }) => imageModel(folder, withKnownBase(image, others))),
  };
}

function sourceModel({ instance_id: instanceId, ...instance }: ScmInstance, states: readonly ScmState[]) {
  const state = states.find((one) => one.type === 'IMAGE' && one.instance_id === instanceId);
  return {
    instanceId,
    image: instance.url,
    platform: String(instance.settings.platform ?? PLATFORM),
    userName: instance.user_name,
    password: instance.password_sealed === null ? '' : SECRET_MASK,
    expansionLevel: Number(instance.settings.expansionLevel ?? 1),
    folder: folderOfInstance('IMAGE', instanceId),
    ...lastSyncOf(state),
  };
}

function imageModel(folder: string, { reference, digest, platform, layers, base, attached = [] }: DescribedImage) {
  return { ...{ folder, reference, digest, platform, layers, attached }, ...(base === undefined ? {} : { base }) };
}

/** What the image says of its base counts; else the largest image that has just its lower layers; else the steps of its build. */
function withKnownBase(image: DescribedImage, others: readonly DescribedImage[]): DescribedImage {
  if (image.base?.by === 'annotation') return image;
  const own = image.layers.map(({ digest }) => digest);
  const bases = others.flatMap((other) => {
    const layers = layersOfBase(own, other.layers.map(({ digest }) => digest)); // biome-ignore format: one claim
    return layers === undefined ? [] : [{ layers, name: other.reference, by: 'image' as const }];
  });
  const [largest] = bases.sort((a, b) => b.layers - a.layers);
  return largest === undefined ? image : { ...image, base: largest };
}
