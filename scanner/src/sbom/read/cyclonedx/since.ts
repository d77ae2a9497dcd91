// Since which version members exist, so that a document that states an older one is told. https://cyclonedx.org/docs/

export const SINCE: Readonly<Record<'document' | 'component', Readonly<Record<string, string>>>> = {
  document: {
    ...{ compositions: '1.3', vulnerabilities: '1.4', signature: '1.4', annotations: '1.5', formulation: '1.5' },
    ...{ declarations: '1.6', definitions: '1.6', citations: '1.7' },
  },
  component: {
    ...{ properties: '1.3', evidence: '1.3', releaseNotes: '1.4', signature: '1.4', modelCard: '1.5', data: '1.5' },
    ...{ omniborId: '1.6', swhid: '1.6', cryptoProperties: '1.6', tags: '1.6', authors: '1.6', manufacturer: '1.6' },
    ...{ versionRange: '1.7', isExternal: '1.7', patentAssertions: '1.7' },
  },
};
