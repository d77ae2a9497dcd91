// For tests only: one VEX document of each format, with the statements that are read and the issues that name the rest.

const whole = { part: '', release: '', isOfPlatform: false, versions: [] };
const ofShop = { ...whole, product: 'pkg:oci/shop@1', names: ['shop 1'] };

export const VEX_CASES: Record<string, { document: object; carried: object; issues: string[] }> = {
  openvex: {
    document: {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.org/vex/1',
      author: 'Example House',
      timestamp: '2026-01-02T03:04:05Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2026-1', aliases: ['GHSA-aaaa-bbbb-cccc'] },
          products: [
            { '@id': 'pkg:npm/left-pad@1.2.0' },
            {
              '@id': 'https://example.org/shop',
              identifiers: { purl: 'pkg:oci/shop@1' },
              subcomponents: [{ '@id': 'pkg:npm/a' }],
            },
          ],
          status: 'not_affected',
          justification: 'vulnerable_code_not_in_execute_path',
          impact_statement: 'Never called.',
        },
        {
          vulnerability: 'CVE-2026-2',
          products: ['pkg:apk/wolfi/bash@1.0.0', 'nginx'],
          status: 'fixed',
          timestamp: '2026-02-01T00:00:00+02:00',
        },
        {
          vulnerability: 'CVE-2026-3',
          products: ['nginx'],
          status: 'affected',
          action_statement: 'Upgrade.',
        },
        { vulnerability: { name: 'CVE-2026-4' }, products: ['pkg:npm/a@1'], status: 'harmless' },
        { products: ['pkg:npm/a@1'], status: 'fixed' },
        {
          vulnerability: { name: 'CVE-2026-5' },
          products: [{ '@id': 'pkg:oci/shop@1', subcomponents: [{ '@id': 'urn:part' }] }],
          status: 'fixed',
        },
      ],
    },
    carried: {
      format: 'OpenVEX',
      id: 'https://example.org/vex/1',
      supplier: 'Example House',
      statements: [
        {
          names: ['CVE-2026-1', 'GHSA-aaaa-bbbb-cccc'],
          targets: [
            { ...whole, product: 'pkg:npm/left-pad@1.2.0' },
            { ...whole, product: 'pkg:oci/shop@1', part: 'pkg:npm/a' },
          ],
          analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', detail: 'Never called.' },
          written: 'not_affected, vulnerable_code_not_in_execute_path',
          statedOn: '2026-01-02T03:04:05.000Z',
        },
        {
          names: ['CVE-2026-2'],
          targets: [
            { ...whole, product: 'pkg:apk/wolfi/bash@1.0.0' },
            { ...whole, product: '', names: ['nginx'] },
          ],
          analysis: { state: 'RESOLVED', detail: '' },
          written: 'fixed',
          statedOn: '2026-01-31T22:00:00.000Z',
        },
        {
          names: ['CVE-2026-3'],
          targets: [{ ...whole, product: '', names: ['nginx'] }],
          analysis: { state: 'EXPLOITABLE', detail: 'Upgrade.' },
        },
      ],
    },
    issues: [
      'its status "harmless" must be one of not_affected, affected, fixed, under_investigation',
      'statements[4] was left out: it names no vulnerability',
      'statements[5] was left out: it names no product, or parts only without a package URL',
    ],
  },
  csaf: {
    document: {
      document: {
        category: 'csaf_vex',
        csaf_version: '2.0',
        publisher: { name: 'Example House' },
        tracking: { id: 'EX-1', current_release_date: '2026-01-02T03:04:05Z' },
      },
      product_tree: {
        branches: [
          {
            category: 'vendor',
            branches: [
              {
                product: {
                  product_id: 'el8',
                  product_identification_helper: { cpe: 'cpe:/o:redhat:enterprise_linux:8::baseos' },
                },
              },
              { product: { product_id: 'ssl', product_identification_helper: { purl: 'pkg:rpm/redhat/openssl' } } },
              { product: { product_id: 'pad', product_identification_helper: { purl: 'pkg:npm/left-pad@1.2.0' } } },
              { product: { product_id: 'unnamed' } },
              {
                product: {
                  product_id: 'shop',
                  name: 'Shop 1.2',
                  product_identification_helper: { cpe: 'cpe:/a:house:shop:1.2' },
                },
              },
            ],
          },
        ],
        relationships: [
          {
            category: 'default_component_of',
            product_reference: 'ssl',
            relates_to_product_reference: 'el8',
            full_product_name: { product_id: 'el8:ssl' },
          },
          {
            category: 'default_component_of',
            product_reference: 'pad',
            relates_to_product_reference: 'shop',
            full_product_name: { product_id: 'shop:pad' },
          },
        ],
        product_groups: [{ group_id: 'g', product_ids: ['el8:ssl'] }],
      },
      vulnerabilities: [
        {
          cve: 'CVE-2026-1',
          product_status: {
            known_not_affected: ['el8:ssl', 'pad', 'unnamed'],
            known_affected: ['ssl'],
            under_investigation: ['shop:pad', 'shop'],
          },
          flags: [{ label: 'vulnerable_code_not_present', group_ids: ['g'] }],
          threats: [{ category: 'impact', details: 'Not built with it.', product_ids: ['pad'] }],
          remediations: [{ category: 'workaround', details: 'Switch it off.', product_ids: ['ssl'] }],
        },
        { product_status: { fixed: ['pad'] } },
      ],
    },
    carried: {
      format: 'CSAF',
      id: 'EX-1',
      supplier: 'Example House',
      statements: [
        {
          names: ['CVE-2026-1'],
          targets: [{ ...whole, product: 'pkg:rpm/redhat/openssl', release: '8', isOfPlatform: true }],
          analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_PRESENT', detail: '' },
          written: 'known_not_affected, vulnerable_code_not_present',
          statedOn: '2026-01-02T03:04:05.000Z',
        },
        {
          targets: [{ ...whole, product: 'pkg:npm/left-pad@1.2.0' }],
          analysis: { state: 'NOT_AFFECTED', detail: 'Not built with it.' },
          written: 'known_not_affected',
        },
        {
          targets: [{ ...whole, product: 'pkg:rpm/redhat/openssl' }],
          analysis: { state: 'EXPLOITABLE', response: 'WORKAROUND_AVAILABLE', detail: 'Switch it off.' },
          written: 'known_affected, workaround',
        },
        {
          targets: [
            { ...whole, product: '', names: ['cpe:/a:house:shop:1.2', 'Shop 1.2'], part: 'pkg:npm/left-pad@1.2.0' },
            { ...whole, product: '', names: ['cpe:/a:house:shop:1.2', 'Shop 1.2'] },
          ],
          analysis: { state: 'IN_TRIAGE', detail: '' },
          written: 'under_investigation',
        },
      ],
    },
    issues: ['1 products of vulnerabilities[0] have no package URL', 'vulnerabilities[1] was left out'],
  },
  cyclonedx: {
    document: {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: 'urn:uuid:1',
      metadata: {
        timestamp: '2026-01-02T03:04:05Z',
        supplier: { name: 'Example House' },
        component: { 'bom-ref': 'shop', name: 'shop', version: '1', purl: 'pkg:oci/shop@1' },
      },
      components: [{ 'bom-ref': 'a', components: [{ 'bom-ref': 'b', purl: 'pkg:npm/b@1' }] }],
      vulnerabilities: [
        {
          id: 'CVE-2026-1',
          references: [{ id: 'GHSA-aaaa-bbbb-cccc', source: { name: 'GitHub' } }],
          analysis: {
            state: 'not_affected',
            justification: 'requires_configuration',
            response: ['will_not_fix', 'update'],
            detail: 'Off by default.',
            lastUpdated: '2026-03-01T00:00:00Z',
          },
          affects: [
            { ref: 'b' },
            { ref: 'urn:cdx:1/1#pkg:npm/c', versions: [{ version: '2.0' }, { range: 'vers:npm/>=1.0|<2.0' }] },
            { ref: 'a' },
          ],
        },
        { id: 'CVE-2026-2', affects: [{ ref: 'b' }] },
        { id: 'CVE-2026-3', analysis: { state: 'resolved' }, affects: [{ ref: 'a' }] },
        { id: 'CVE-2026-4', analysis: { state: 'fine' }, affects: [{ ref: 'shop' }] },
        { id: 'CVE-2026-5', analysis: { state: 'resolved' }, affects: [{ ref: 'shop' }] },
      ],
    },
    carried: {
      format: 'CycloneDX',
      id: 'urn:uuid:1',
      supplier: 'Example House',
      statements: [
        {
          names: ['CVE-2026-1', 'GHSA-aaaa-bbbb-cccc'],
          targets: [
            { ...ofShop, part: 'pkg:npm/b@1', isOfDocument: true },
            { ...ofShop, part: 'pkg:npm/c', isOfDocument: true, versions: ['2.0', 'vers:npm/>=1.0|<2.0'] },
          ],
          analysis: {
            state: 'NOT_AFFECTED',
            justification: 'REQUIRES_CONFIGURATION',
            response: 'WILL_NOT_FIX',
            detail: 'Off by default.',
          },
          written: 'not_affected, requires_configuration',
          statedOn: '2026-03-01T00:00:00.000Z',
        },
        { names: ['CVE-2026-5'], targets: [ofShop], analysis: { state: 'RESOLVED' } },
      ],
    },
    issues: [
      'vulnerabilities[2] was left out: it affects nothing with a package URL',
      'its state "fine" must be one of',
    ],
  },
};
