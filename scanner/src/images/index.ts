// Container images of registries: the public face of the room.
export { findAttached } from './attached.ts';
export { ImageError, type ImageErrorCode } from './errors.ts';
export { type ImageReference, imageName, readReference, referenceText, registryAddress } from './reference.ts';
export { type Login, RegistryClient } from './registry-client.ts';
export { type FoundImage, findImage, type LayerMemory, openImage, type RegistryImage } from './registry-image.ts';
export { saveImage } from './save-image.ts';
export { NO_KEYS, readSiteKeys, type SiteKeys } from './site-keys.ts';
