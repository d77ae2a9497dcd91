// Reads the tag that a comment behind a commit names, as tools write it that replace tags with commits.

/** `# v1.2`, `# @v1.2`, `# pin @v1.2`, `# tag=v1.2`, `# renovate: tag=v1.2`, `# frozen: v1.2`, `# ratchet:a/b@v1.2`. */
const TAG = /#\s*(?:(?:[\w:./-]{1,100} ?)?(?:tag=|@)|frozen:\s*)?(v?\d[\w.+-]{0,50})/;

/** The tag, if the version is a whole commit; otherwise the version itself. */
export function tagOrVersion(version: string, line: string): string {
  const tag = TAG.exec(line.slice(0, 1000))?.[1] ?? '';
  return /^[0-9a-f]{40}$/.test(version) && tag !== '' ? tag : version;
}
