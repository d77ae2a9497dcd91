// Shared by the files of CocoaPods: the subspec follows a slash after the name of the pod, and becomes the subpath of
// the purl.

export interface PodName {
  fullName: string;
  subpath: string;
}

/** `GoogleUtilities/NSData+zlib` */
export function podName(written: string): PodName {
  const slash = written.indexOf('/');
  return slash < 0
    ? { fullName: written, subpath: '' }
    : { fullName: written.slice(0, slash), subpath: written.slice(slash + 1) };
}

/** `1.0` and `= 1.0` allow one version. */
export function exactPodVersion(requirement: string): string {
  return /^=?\s*(\d[\w.+-]*)$/.exec(requirement)?.[1] ?? '';
}
