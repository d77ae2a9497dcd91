import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      initContainers:
      - name: init
        image: busybox:1.36
      containers:
      - name: web
        image: "registry.example:5000/a/web:2.1@sha256:${'ab'.repeat(32)}"
      - name: again
        image: busybox:1.36
      volumes:
      - image:
          reference: quay.io/a/model:1
`;

const cases: ManifestCase[] = [
  [
    'a deployment',
    DEPLOYMENT,
    [
      'requires pkg:docker/busybox@1.36 direct',
      'requires pkg:docker/a/web@2.1?repository_url=registry.example:5000 direct',
      'requires pkg:docker/a/model@1?repository_url=quay.io direct',
    ],
  ],
  [
    'several documents, a list, and a job by time',
    `---
apiVersion: v1
kind: ConfigMap
data:
  image: "no:1"
---
apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
          - image: alpine
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  spec:
    containers:
    - image: nginx:1.27
`,
    ['requires pkg:docker/alpine direct', 'requires pkg:docker/nginx@1.27 direct'],
  ],
  [
    'a template of Helm',
    `{{- if .Values.on }}
apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      containers:
      - image: "{{ .Values.image }}:1"
      - image: redis:7.2 # cache
      - name: x
        image: 'a/b:{{ .x }}'
{{- end }}
---
apiVersion: v1
kind: Service
image: not/one:1
`,
    ['requires pkg:docker/redis@7.2 direct'],
  ],
  ['nothing', '', []],
  [
    'other YAML',
    'kind: Deployment\napiVersion: example.org/v1\nspec:\n  template:\n    spec:\n      containers:\n      - image: a:1\n',
    [],
  ],
  ['a resource without pods', 'apiVersion: v1\nkind: Service\nimage: a:1\n', []],
  [
    'a variable',
    DEPLOYMENT.replace('busybox:1.36', '$(IMAGE)'),
    [
      'requires pkg:docker/a/web@2.1?repository_url=registry.example:5000 direct',
      'requires pkg:docker/busybox@1.36 direct',
      'requires pkg:docker/a/model@1?repository_url=quay.io direct',
    ],
    ['Line 10: "image" should be a valid name without variables but is "$(IMAGE)"'],
  ],
  ['broken', 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: [a\n', [], ['the YAML is not well-formed']],
  [
    'values of wrong types',
    'apiVersion: v1\nkind: Pod\nspec:\n  containers: {image: a}\n  volumes: [1, {image: 2}]\n',
    [],
  ],
];

describe('kubernetes-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('kubernetes-manifest', text, lines, problems));
  it('lines in documents and templates', () => {
    checkEvidence('kubernetes-manifest', `---\n${DEPLOYMENT.slice(0, DEPLOYMENT.indexOf('      - name: web'))}`, [
      '11 pkg:docker/busybox@1.36 1.36',
    ]);
    checkEvidence(
      'kubernetes-manifest',
      `# {{ x }}\n---\n${DEPLOYMENT.slice(0, DEPLOYMENT.indexOf('      - name: web'))}`,
      ['12 pkg:docker/busybox@1.36 1.36'],
    );
  });
  it('500 documents', () =>
    checkLarge(
      'kubernetes-manifest',
      Array.from(
        { length: 500 },
        (_, i) => `---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: a${i}:1\n`,
      ).join(''),
      500,
    ));
});
