// Which files have this format.
/** Files in status.d that do not describe a package. */
const OTHER_FILES = /\.(md5sums|preinst|postinst|prerm|postrm|conffiles|list|triggers|shlibs|symbols|templates)$/;

export function debStatusWants(path: string, file: string): boolean {
  return (
    (file === 'status' && /(^|\/)dpkg\/status$/.test(path)) ||
    (/(^|\/)dpkg\/status\.d\/[^/]+$/.test(path) && !OTHER_FILES.test(file))
  );
}
