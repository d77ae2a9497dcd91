// Which texts are addresses. Manifests may contain any text in place of a URL; each standard accepts only some.

/** CycloneDX accepts IRIs. */
export function isIri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text);
}

/** SPDX accepts these as a download location. */
export function isLocation(text: string): boolean {
  return /^(?:https?|git|ssh|git\+https?|git\+ssh|ftp):\/\/\S+$/.test(text) && isIri(text);
}

/** Where people read about a vulnerability. */
export function addressOfVulnerability(id: string): string {
  if (/^CVE-\d{4}-\d+$/i.test(id)) return `https://www.cve.org/CVERecord?id=${id.toUpperCase()}`;
  if (/^GHSA(?:-[0-9a-z]{4}){3}$/i.test(id)) return `https://github.com/advisories/${id}`;
  return `https://osv.dev/vulnerability/${encodeURIComponent(id.toWellFormed())}`;
}
