// What is told of documents that are attached to an image in its registry.

export const attachedKinds = ['signature', 'attestation', 'sbom', 'other'] as const;
export const attachedPlaces = ['tag', 'referrers', 'index'] as const;
/** `wrong`: signed by a key of this site, but for another image, or broken; `unverified`: signed, and no key of this site tells by whom; `unsigned`: not signed by itself. */
export const attachedChecks = ['verified', 'wrong', 'unverified', 'unsigned'] as const;

/** Plain data: it is stored with the image. */
export interface AttachedDocument {
  kind: (typeof attachedKinds)[number];
  place: (typeof attachedPlaces)[number];
  /** Of the bytes of the document. */
  digest: string;
  mediaType: string;
  sizeBytes: number;
  /** What it says, in words; blank if it was not read. */
  says: string;
  check: (typeof attachedChecks)[number];
  /** Why. */
  why: string;
  /** Whether it can be imported as an SBOM. */
  isSbom: boolean;
}
