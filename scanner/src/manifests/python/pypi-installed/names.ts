// Which files have this format.
const WANTED =
  /(?:^|\/)[^/]+(?:\.dist-info\/(?:RECORD|top_level\.txt)|\.egg-info\/(?:installed-files|top_level)\.txt)$/;

export function pypiInstalledWants(path: string): boolean {
  return WANTED.test(path);
}
