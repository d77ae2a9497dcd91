import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'stages',
    `# syntax=docker/dockerfile:1
ARG VERSION=20
ARG IMAGE="node:\${VERSION}-slim"
FROM --platform=$BUILDPLATFORM golang:1.22 AS Build
RUN <<EOF
FROM no:1
EOF
COPY --from=ghcr.io/astral-sh/uv:0.4 /uv /bin/
FROM \${IMAGE} as base
FROM scratch AS empty
FROM \\
  # a comment
  base
COPY --from=build /a /b
COPY --from=0 /a /b
COPY --from=busybox:1 /bin/sh /sh
RUN --mount=type=bind,from=cache:2,target=/x make
`,
    [
      'requires pkg:docker/golang@1.22 build direct',
      'requires pkg:docker/astral-sh/uv@0.4?repository_url=ghcr.io build direct',
      'requires pkg:docker/node@20-slim direct',
      'requires pkg:docker/busybox@1 direct',
      'requires pkg:docker/cache@2 direct',
    ],
  ],
  [
    'a digest',
    `FROM docker.io/library/debian@sha256:0000000000000000000000000000000000000000000000000000000000000000
`,
    ['requires pkg:docker/debian@sha256:0000000000000000000000000000000000000000000000000000000000000000 direct'],
  ],
  [
    'a name with the placeholder of another program',
    'FROM BASEIMAGE\nFROM registry.k8s.io/x/IMAGE:1\nFROM a/b:TAG\n',
    ['requires pkg:docker/a/b@TAG direct'],
    ['variables but is "BASEIMAGE"', 'variables but is "registry.k8s.io/x/IMAGE:1"'],
  ],
  ['no version', 'from nginx', ['requires pkg:docker/nginx direct']],
  [
    'an invalid image name',
    `ARG X
FROM $X
FROM a:$Y
`,
    ['requires pkg:docker/a direct'],
    ['Line 2: the image should be a valid name without unknown variables'],
  ],
  [
    'quotes',
    'ARG T=3.10\nFROM "alpine:$T" AS a\nFROM debian:\'12\'\n',
    ['requires pkg:docker/alpine@3.10 build direct', 'requires pkg:docker/debian@12 direct'],
  ],
  [
    'a continued line joins the next one as it is',
    'FROM node:\\\n18\\\n  AS a\n',
    ['requires pkg:docker/node@18 direct'],
  ],
  [
    'a directive behind a comment has no effect',
    '# c\n# escape = `\nFROM \\ \nnginx:1.20\n',
    ['requires pkg:docker/nginx@1.20 direct'],
  ],
  [
    'quotes in a default value',
    `ARG R=\${R:-"gcr.io/a/b:c"}\nFROM \${R}\n`,
    ['requires pkg:docker/a/b@c?repository_url=gcr.io direct'],
  ],
  ['nothing', '', []],
  [
    'only comments',
    `# x

`,
    [],
  ],
  [
    'no image',
    `RUN make
`,
    [],
    ['should have a "FROM"'],
  ],
  [
    'another escape',
    `# escape=\`
FROM \`
 a:1
`,
    ['requires pkg:docker/a@1 direct'],
  ],
];

describe('docker-dockerfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('docker-dockerfile', text, lines, problems));
  it('5,000 stages', () =>
    checkLarge(
      'docker-dockerfile',
      Array.from({ length: 5000 }, (_, i) => `FROM a${i}:1 AS s${i}\nCOPY --from=s0 a b`).join('\n'),
      5000,
    ));
});
