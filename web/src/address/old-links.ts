// Translates addresses of the older page into addresses of this page. Existing reports and mails contain them
// (`…/codeinsight/FNCI#myprojectdetails/?id=5&tab=…`).

/** Returns the address to show instead, or undefined if the address is not an old one. */
export function newAddressOf(pathname: string, hash: string): string | undefined {
  if (!/^\/codeinsight(\/|$)/i.test(pathname)) return undefined;
  const question = hash.indexOf('?');
  const query = new URLSearchParams(question === -1 ? '' : hash.slice(question + 1));
  const project = digits(query.get('id'));
  if (!hash.toLowerCase().startsWith('#myprojectdetails') || !project) return '/projects';
  const item = digits(query.get('pinv'));
  const file = digits(query.get('fileid'));
  switch (query.get('tab')) {
    case 'projectInventory':
      return `/projects/${project}/inventory${item ? `?item=${item}` : ''}`;
    case 'workbench':
      return `/projects/${project}/files${file ? `?file=${file}` : ''}`;
    case 'reports':
      return `/projects/${project}/reports`;
    default:
      return `/projects/${project}`;
  }
}

function digits(text: string | null): string | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? text : undefined;
}
