// Schemas of container images: as sources of a project, and as what lies in its code base.
import { attachedChecks, attachedKinds, attachedPlaces, baseGrounds } from '@assay/scanner/archives';
import { Enumeration, Model, type Static, Text, Type } from '../../http/models/schemas.ts';
import { LastSync } from './schemas.ts';

const BaseGround = Enumeration('ImageBaseGround', baseGrounds);

export const ImageSourceInput = Model('ImageSourceInput', {
  image: Text(
    600,
    'Name of the image, with a tag, a digest or neither (latest): debian:12, registry.example:5000/a/b@sha256:…',
    { minLength: 1 },
  ),
  platform: Type.Optional(
    Text(200, 'Of an image that is made for several platforms', { default: 'linux/amd64', minLength: 1 }),
  ),
  userName: Type.Optional(Text(255, 'User at the registry; blank for access without sign-in')),
  password: Type.Optional(
    Text(2000, 'Password or access token; the mask of a listing keeps the stored one while registry and user stay the same'), // biome-ignore format: one claim
  ),
  expansionLevel: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      default: 1,
      description: '1 expands no archives of the image, 2 those that lie directly in it, 3 also those inside archives',
    }),
  ),
});
export type ImageSourceInput = Static<typeof ImageSourceInput>;

const Base = Model('ImageBase', {
  layers: Type.Integer({ description: 'How many layers, from the lowest on, came with the base image' }),
  name: Type.String({ description: 'Its name; blank if it is not known' }),
  by: BaseGround(
    'annotation: the image names its base; image: another image that the caller may see has just these layers; history: by the steps of the build',
  ),
});

const AttachedKind = Enumeration('ImageAttachedKind', attachedKinds);
const AttachedPlace = Enumeration('ImageAttachedPlace', attachedPlaces);
const AttachedCheck = Enumeration('ImageAttachedCheck', attachedChecks);

const Attached = Model('ImageAttached', {
  kind: AttachedKind('What it is'),
  place: AttachedPlace(
    'tag: a tag of cosign; referrers: the list of the registry; index: beside the image in its index',
  ),
  digest: Type.String({ description: 'Of its bytes' }),
  mediaType: Type.String(),
  sizeBytes: Type.Integer(),
  says: Type.String({ description: 'What it says, in words; blank if it was not read' }),
  check: AttachedCheck(
    'verified: signed by a key of this site (ASSAY_IMAGE_KEYS), about this image; wrong: signed by one, about something else, or broken; unverified: signed, but not by a key of this site; unsigned: without a signature of its own',
  ),
  why: Type.String(),
  isSbom: Type.Boolean({ description: 'Whether it can be imported' }),
});

export const ImageList = Model('ImageSources', {
  sources: Type.Array(
    Model('ImageSource', {
      instanceId: Type.Integer(),
      image: Type.String(),
      platform: Type.String(),
      userName: Type.String(),
      password: Type.String({ description: 'A mask, or blank if no password is stored' }),
      expansionLevel: Type.Integer(),
      folder: Type.String({ description: 'The folder of its files in the code base' }),
      lastSync: Type.Optional(LastSync),
    }),
  ),
  images: Type.Array(
    Model('ProjectImage', {
      folder: Type.String({ description: 'The folder of its files in the code base; blank for the root' }),
      reference: Type.String({ description: 'Its name; blank if an archive does not say it' }),
      digest: Type.String({ description: 'Of its manifest; of an archive of docker save of its configuration' }),
      platform: Type.String(),
      layers: Type.Array(
        Model('ImageLayer', {
          digest: Type.String(),
          sizeBytes: Type.Integer({ description: 'As it is transferred' }),
          createdBy: Type.String({ description: 'The step of the build; blank if it is not known' }),
        }),
        { description: 'From the lowest to the uppermost' },
      ),
      base: Type.Optional(Base),
      attached: Type.Array(Attached, {
        description: 'Signatures, attestations and SBOMs that its registry has beside it',
      }),
    }),
    { description: 'Images whose files are in the code base, from registries and from uploaded archives' },
  ),
});
