// Recognises addresses not worth reporting: examples, placeholders, local machines, names of XML vocabularies. Facts only: hosts and words
// that are reserved (RFC 2606, RFC 6761) or are identifiers rather than locations.

const reservedTopLevel = new Set([
  'example',
  'invalid',
  'localhost',
  'test',
  'local',
  'localdomain',
  'internal',
  'lan',
  'tld',
  'xxx',
]);
/** Second-level names that are placeholders under any top-level domain. */
const placeholderNames = new Set(
  (
    'example examples domain yourdomain your-domain mydomain somedomain company yourcompany mycompany somecompany host hostname yourhost myhost ' +
    'server yourserver myserver site yoursite mysite somesite website yourwebsite mywebsite foo bar baz foobar qux test testing sample blah whatever ' +
    'acme somewhere nowhere some-site placeholder email youremail abc xyz'
  ).split(' '),
);
/** Real public hosts with the name of a placeholder. */
const realHosts = new Set(['site.org']);
const placeholderLocalParts =
  /^(?:you|your|yours?|your[._-]?(?:e?mail|name|address|user|username|login|account|id)(?:[._-]?(?:here|address))?|name|my[._-]?name|first(?:name)?[._-]?last(?:name)?|john[._-]?doe|jane[._-]?doe|j[._-]?doe|foo|bar|baz|foobar|user|username|someone|somebody|xxx+|email|mail|e-mail|test|tester|joe|bob|alice|example)$/i;
/** Images and source files with an `@` in their name: `icon@2x.png`. None of these is a top-level domain. */
const fileSuffixes = new Set(
  'png jpg jpeg gif svg webp ico bmp tiff pdf css scss less js jsx mjs cjs ts tsx json html htm xml yml yaml toml txt cpp hpp java class jar war dll exe lib dylib plist service socket target mount conf cfg ini log tmp bak php asp aspx jsp vue lua swift kt gradle sql csv rb el whl egg tgz gz bz2 xz rpm deb header stamp pot scheme xsl xslt xsd dtd xsa obj cmake patch diff orig rej lock map spec gmo'.split(
    ' ',
  ),
);

/** Whether the address is an example, a placeholder or not an address at all. Its domain is in lower case. */
export function isJunkEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split('.');
  if (isPlaceholderHost(labels) || fileSuffixes.has(labels.at(-1) ?? '')) return true;
  if (labels.every((label) => label.length === 1)) return true;
  // Automake's `@BUILD_DOCS_TRUE@oak.1`.
  if (/_(?:TRUE|FALSE)$/.test(local)) return true;
  return (
    placeholderLocalParts.test(local) &&
    /^(?:mail|gmail|email|provider|address|isp|there|here)$/.test(labels.at(-2) ?? '')
  );
}

/** Variables that a build or a shell replaces: `@VERSION@`, `$PROJECT`, `$1`. */
const template = /@[A-Z][A-Z\d_]*@|\$(?:[A-Z_]{2,}|\d)(?![\w%])/;

/** Whether the URL is an example, a template, a local machine, or only the name of an XML vocabulary, a schema or a DTD. */
export function isJunkUrl(url: string): boolean {
  const parts = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:?#]*)(?::\d+)?([^?#]*)/i.exec(url);
  const host = (parts?.[1] ?? '').toLowerCase().replace(/\.$/, '');
  const path = parts?.[2] ?? '';
  const labels = host.split('.');
  if (template.test(url)) return true;
  if (/^\d+$/.test(labels.at(-1) ?? '')) return isLocalAddress(host);
  return isPlaceholderHost(labels) || isVocabulary(host, path, url);
}

function isPlaceholderHost(labels: string[]): boolean {
  const topLevel = labels.at(-1) ?? '';
  if (reservedTopLevel.has(topLevel)) return true;
  if (realHosts.has(labels.slice(-2).join('.'))) return false;
  const isUnderCountry =
    topLevel.length === 2 && labels.length > 2 && /^(?:co|com|org|net|ac)$/.test(labels.at(-2) ?? '');
  return placeholderNames.has(labels.at(isUnderCountry ? -3 : -2) ?? '');
}

/** Loopback, unspecified and private IPv4 addresses (RFC 1918, RFC 5737), and invalid ones. */
function isLocalAddress(host: string): boolean {
  if (!/^(?:\d{1,3}\.){3}\d{1,3}$/.test(host)) return true;
  if (host.split('.').some((part) => Number(part) > 255)) return true;
  return /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|192\.0\.2|198\.51\.100|203\.0\.113|255)\./.test(
    host,
  );
}

/** Hosts that exist only to name XML vocabularies. */
const vocabularyHosts =
  /^(?:schemas?\.[\w.-]+|ns\.[\w.-]+|xmlns\.[\w.-]+|xml\.[\w-]+\.\w+|purl\.(?:org|oclc\.org)|json-schema\.org|relaxng\.org|docbook\.org|sodipodi\.sourceforge\.net|www\.sodipodi\.com|web\.resource\.org|dublincore\.org|uri\.etsi\.org|rdfs\.org|xmlgraphics\.apache\.org|search\.yahoo\.com|ogp\.me|rdf\.[\w.-]+|schemastore\.azurewebsites\.net|json\.schemastore\.org|www\.schemastore\.org)$/;
/** Host and path of vocabularies on hosts with ordinary pages. */
const vocabularyPaths: [host: RegExp, path: RegExp][] = [
  [
    /(?:^|\.)w3\.org$/,
    /^\/(?:\d{4}\/|TR\/|XML|MarkUp|Graphics|Math|ns(?:\/|$)|[Dd][Tt][Dd]s?)|\.(?:dtd|xsd|ent|mod)$/i,
  ],
  [/(?:^|\.)(?:sun|oracle)\.com$/, /^\/(?:xml|dtd|products\/.*\.dtd|j2ee\/dtds|jsf|jsp|JSP|jstl)/],
  [/(?:^|\.)jcp\.org$|jakarta\.ee$/, /^\/xml\//],
  [
    /^maven\.apache\.org$/,
    /^\/(?:POM|xsd|SETTINGS|DECORATION|PLUGIN|ASSEMBLY|plugins\/maven-assembly-plugin\/assembly)/,
  ],
  [/\.apache\.org$/, /^\/(?:dtds?|schema|xsd|ns|struts\/dtds|.*\/(?:dtds?|schemas?|xsd)\/)/],
  [/(?:^|\.)springframework\.org$/, /^\/(?:schema|dtd)/],
  [/(?:^|\.)hibernate\.(?:org|sourceforge\.net)$|^hibernate\.sourceforge\.net$/, /\.dtd$|^\/(?:dtd|xsd)/],
  [/(?:^|\.)inkscape\.org$/, /^\/namespaces/],
  [/^creativecommons\.org$/, /^\/ns/],
  [/(?:^|\.)apple\.com$/, /^\/DTDs/],
  [/(?:^|\.)oasis-open\.org$/, /(?:xsd|dtd|schemas?|names|\/ns\/|docbook\/xml)/i],
  [/^openoffice\.org$/, /^\/\d{4}\//],
  [/^openoffice\.org$|^libreoffice\.org$/, /^\/(?:\d{4}|extensions)/],
  [
    /(?:^|\.)xmlsoap\.org$|(?:^|\.)openxmlformats\.org$|(?:^|\.)omg\.org$/,
    /^\/(?:soap|wsdl|ws|spec|officeDocument|package|markup|drawingml)/i,
  ],
  [/(?:^|\.)xml\.org$|(?:^|\.)saxproject\.org$|^xml\.org$/, /^\/(?:sax|features|properties)/],
  [/^apache\.org$/, /^\/xml\/(?:features|properties)/],
  [/(?:^|\.)puppycrawl\.com$|^checkstyle\.(?:org|sourceforge\.io)$/, /\/dtds?\//],
  [
    /(?:^|\.)topografix\.com$|(?:^|\.)opengis\.net$|(?:^|\.)google\.com$/,
    /^\/(?:GPX|gml|kml|ogc|se|sld|wfs|wms|schemas)/,
  ],
];

function isVocabulary(host: string, path: string, url: string): boolean {
  if (/\.(?:dtd|xsd)$/i.test(path) || /\/(?:%|\$)/.test(url.slice(0, 12))) return true;
  if (vocabularyHosts.test(host)) return true;
  return vocabularyPaths.some(([onHost, onPath]) => onHost.test(host) && onPath.test(path));
}
