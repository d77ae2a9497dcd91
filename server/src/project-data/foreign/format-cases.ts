// For tests only: one document of each foreign format, with the values that are imported and the issues that name the
// rest.

export const FORMAT_CASES: Record<string, { document: unknown; carried: object; issues: string[] }> = {
  cyclonedx: {
    document: {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: 'shop' } },
      components: [
        {
          'bom-ref': 'a',
          group: '@babel',
          name: 'core',
          version: '7.0.0',
          purl: 'pkg:npm/%40babel/core@7.0.0',
          licenses: [
            { license: { id: 'MIT', acknowledgement: 'declared' } },
            { license: { id: 'ISC', acknowledgement: 'concluded' } },
          ],
          components: [{ name: 'inner', version: '1' }],
        },
      ],
      vulnerabilities: [
        {
          id: 'CVE-1',
          analysis: {
            state: 'not_affected',
            justification: 'code_not_reachable',
            response: ['will_not_fix', 'update'],
            detail: 'never called',
          },
          affects: [{ ref: 'a' }],
        },
        { id: 'CVE-2', affects: [{ ref: 'a' }] },
      ],
      dependencies: [{ ref: 'a' }],
    },
    carried: {
      source: 'CycloneDX of shop',
      items: [
        {
          name: '@babel/core',
          type: 'COMPONENT',
          purl: 'pkg:npm/%40babel/core@7.0.0',
          component: { name: '@babel/core', purl: 'pkg:npm/%40babel/core', version: '7.0.0' },
          licenseExpression: 'ISC',
        },
        { name: 'inner', component: { name: 'inner', purl: '', version: '1' } },
      ],
      analyses: [
        {
          advisory: 'CVE-1',
          purl: 'pkg:npm/%40babel/core@7.0.0',
          state: 'NOT_AFFECTED',
          justification: 'CODE_NOT_REACHABLE',
          response: 'WILL_NOT_FIX',
          detail: 'never called',
          isSuppressed: true,
        },
      ],
    },
    issues: [
      '2 responses; only the first is imported',
      '1 vulnerabilities without an analysis',
      '1 dependencies between components',
    ],
  },
  'dependency-track-findings': {
    document: {
      version: '1.3',
      meta: { application: 'Dependency-Track', version: '4.12.0' },
      project: { name: 'shop', version: '2' },
      findings: [
        {
          component: { name: 'x', version: '1', purl: 'pkg:pypi/x@1' },
          vulnerability: { vulnId: 'CVE-3', source: 'NVD' },
          analysis: { state: 'FALSE_POSITIVE', isSuppressed: true, details: 'another x' },
        },
        {
          component: { name: 'y', purl: 'pkg:pypi/y@1' },
          vulnerability: { vulnId: 'CVE-4' },
          analysis: { state: 'NOT_SET', isSuppressed: false },
        },
      ],
    },
    carried: {
      source: 'findings of Dependency-Track, project shop 2',
      items: [],
      analyses: [
        { advisory: 'CVE-3', purl: 'pkg:pypi/x@1', state: 'FALSE_POSITIVE', isSuppressed: true, detail: 'another x' },
      ],
    },
    issues: ['1 findings without a decision'],
  },
  spdx: {
    document: [
      'SPDXVersion: SPDX-2.2',
      'DocumentName: shop.tar',
      'PackageName: shop',
      'PackageVersion: 2',
      'PackageLicenseConcluded: MIT AND GPL-2.0-only',
      'PackageLicenseDeclared: NOASSERTION',
      'PackageLicenseComments: <text>decided by Ada',
      'after a look</text>',
      'ExternalRef: PACKAGE-MANAGER purl pkg:npm/shop@2',
      'FileName: ./src/a.c',
      'FileChecksum: MD5: 0cc175b9c0f1b6a831c399e269772661',
      'LicenseConcluded: GPL-2.0-only',
      'LicenseComments: <text>header</text>',
      'FileName: ./src/b.c',
      'LicenseConcluded: NOASSERTION',
    ].join('\n'),
    carried: {
      source: 'SPDX document shop.tar',
      items: [
        {
          name: 'shop',
          purl: 'pkg:npm/shop@2',
          licenseExpression: 'MIT AND GPL-2.0-only',
          notes: { auditorReviewNotes: 'decided by Ada\nafter a look' },
        },
        { type: 'LICENSE', name: 'GPL-2.0-only', files: ['src/a.c'], notes: { auditorReviewNotes: 'src/a.c: header' } },
      ],
      files: [
        { path: 'src/a.c', md5: '0cc175b9c0f1b6a831c399e269772661', isReviewed: true },
        { path: 'src/b.c', isReviewed: false },
      ],
    },
    issues: ['1 files without a concluded license'],
  },
  scancode: {
    document: {
      headers: [{ tool_name: 'scancode-toolkit', tool_version: '32.3.0' }],
      packages: [
        {
          type: 'npm',
          namespace: null,
          name: 'left-pad',
          version: '1.3.0',
          purl: 'pkg:npm/left-pad@1.3.0',
          declared_license_expression_spdx: 'WTFPL',
          datafile_paths: ['package.json'],
          homepage_url: null,
        },
      ],
      files: [
        { path: 'a.c', type: 'file', detected_license_expression: 'mit' },
        { path: 'b.c', detected_license_expression: null },
      ],
    },
    carried: {
      source: 'ScanCode 32.3.0',
      items: [{ name: 'left-pad', licenseExpression: 'WTFPL', files: ['package.json'] }],
    },
    issues: ['1 license detections in files'],
  },
  'ort-result': {
    document: {
      repository: {
        vcs: { url: 'https://example.org/shop.git' },
        config: {
          curations: {
            packages: [
              { id: 'NPM::left-pad:1.3.0', curations: { concluded_license: 'MIT', comment: 'asked the author' } },
            ],
          },
        },
      },
      analyzer: {
        result: {
          packages: [
            {
              id: 'NPM::left-pad:1.3.0',
              purl: 'pkg:npm/left-pad@1.3.0',
              declared_licenses_processed: { spdx_expression: 'WTFPL' },
            },
            { id: 'Maven:org.foo:bar:2.0', declared_licenses_processed: { spdx_expression: 'Apache-2.0' } },
            { id: 'nonsense' },
          ],
        },
      },
      scanner: { scan_results: [{}] },
      advisor: { results: { advisor_results: { 'NPM::left-pad:1.3.0': [] } } },
      evaluator: { violations: [{}] },
      resolved_configuration: {
        package_curations: [
          {
            provider: 'x',
            curations: [
              { id: 'Maven:org.foo:bar:2.0', curations: { concluded_license: 'BSD-3-Clause', comment: 'see NOTICE' } },
            ],
          },
        ],
      },
    },
    carried: {
      source: 'result of ORT of https://example.org/shop.git',
      items: [
        { name: 'left-pad', licenseExpression: 'MIT', notes: { auditorReviewNotes: 'asked the author' } },
        {
          name: 'org.foo/bar',
          purl: 'pkg:maven/org.foo/bar@2.0',
          licenseExpression: 'BSD-3-Clause',
          notes: { auditorReviewNotes: 'see NOTICE' },
        },
      ],
    },
    issues: [
      '"nonsense" at analyzer.result.packages[2] names no package',
      '1 scan results',
      '1 rule violations',
      '1 packages with advice',
    ],
  },
  'ort-yml': {
    document: `
excludes:
  paths: [{ pattern: "docs/**", reason: DOCUMENTATION_OF }]
resolutions:
  vulnerabilities: [{ id: CVE-5, reason: CANT_FIX_VULNERABILITY }]
curations:
  license_findings:
    - { path: src/a.c, concluded_license: MIT, reason: INCORRECT, comment: a comment names GPL }
    - { path: "gen/**/*.c", concluded_license: ISC }
    - { path: src/no.c, concluded_license: NONE }
  packages:
    - id: "PyPI::requests:2.0"
      curations: { comment: only a homepage, homepage_url: "https://example.org" }
`,
    carried: {
      source: '.ort.yml',
      items: [
        {
          type: 'LICENSE',
          name: 'MIT',
          files: ['src/a.c'],
          notes: { auditorReviewNotes: 'src/a.c: INCORRECT: a comment names GPL' },
        },
      ],
    },
    issues: [
      'ISC that was concluded for gen/**/*.c stays',
      '1 exclusions of paths',
      '1 resolutions of vulnerabilities',
      '1 findings that were concluded to be no license',
      'curation of PyPI::requests:2.0 stays in the document: it concludes no license',
    ],
  },
  sw360: {
    document: {
      name: 'shop',
      version: '2',
      _embedded: {
        'sw360:releases': [
          {
            name: 'zlib',
            version: '1.3',
            mainLicenseIds: ['Zlib'],
            clearingState: 'APPROVED',
            externalIds: { 'package-url': '["pkg:generic/zlib@1.3"]' },
          },
          { name: 'own', version: '1', mainLicenseIds: ['MIT', 'GPL-2.0 or later'], clearingState: 'NEW_CLEARING' },
          { version: '1' },
        ],
        'sw360:attachments': [{}],
      },
    },
    carried: {
      source: 'SW360, project shop 2',
      items: [
        {
          name: 'zlib',
          purl: 'pkg:generic/zlib@1.3',
          licenseExpression: 'Zlib',
          status: 'APPROVED',
          isStatusSetByPerson: true,
        },
        {
          name: 'own',
          licenseExpression: 'MIT AND (GPL-2.0 or later)',
          status: 'DRAFT',
          notes: { auditorReviewNotes: 'Clearing state in SW360: NEW_CLEARING' },
        },
      ],
    },
    issues: ['_embedded.sw360:releases[2] has no name', '1 attachments'],
  },
};
