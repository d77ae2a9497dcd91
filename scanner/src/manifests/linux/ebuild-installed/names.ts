// Which files have this format.
const FILE = /(?:^|\/)var\/db\/pkg\/[^/]+\/[^/]+\/(?:CONTENTS|LICENSE|RDEPEND|DESCRIPTION|HOMEPAGE)$/;

export function ebuildInstalledWants(path: string): boolean {
  return FILE.test(path);
}
