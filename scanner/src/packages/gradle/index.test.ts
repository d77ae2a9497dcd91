import { describe, expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const catalog = `[versions]
slf4j = "2.0.9"
rich = { strictly = "[1,2)", prefer = "1.5" }
[libraries]
slf4j-api = { module = "org.slf4j:slf4j-api", version.ref = "slf4j" }
commons_lang3 = "org.apache.commons:commons-lang3:3.12.0"
guava = { group = "com.google.guava", name = "guava", version = "31.1" }
unused = "x:unused:1"
[bundles]
web = ["slf4j-api", "guava"]
[plugins]
boot = { id = "org.springframework.boot", version = "3.2.0" }
`;

const cases: [string, Record<string, string>, string[]][] = [
  [
    'only the entries of a catalog that scripts use count',
    {
      'gradle/libs.versions.toml': catalog,
      'app/build.gradle.kts':
        'plugins { alias(libs.plugins.boot) apply false }\ndependencies {\n  implementation(libs.bundles.web)\n  testImplementation(libs.commons.lang3)\n}\n',
    },
    [
      'pkg:maven/com.google.guava/guava@31.1 direct < app/build.gradle.kts',
      'pkg:maven/org.apache.commons/commons-lang3@3.12.0 test direct < app/build.gradle.kts',
      'pkg:maven/org.slf4j/slf4j-api@2.0.9 direct < app/build.gradle.kts',
      'pkg:maven/org.springframework.boot/org.springframework.boot.gradle.plugin@3.2.0 build direct < app/build.gradle.kts',
    ],
  ],
  [
    'all entries of a catalog count if there are no scripts',
    { 'gradle/libs.versions.toml': '[libraries]\na = "g:a:1"\nb = { module = "g:b" }\n' },
    ['pkg:maven/g/a@1 direct < gradle/libs.versions.toml', 'pkg:maven/g/b direct < gradle/libs.versions.toml'],
  ],
  [
    'variables of gradle.properties, of the root script and of a script beside it',
    {
      'gradle.properties': 'slf4jVersion=2.0\norg.gradle.jvmargs=-Xmx1g\n',
      'build.gradle': "ext { guava = '31' }\napply from: 'gradle/libs.gradle'\n",
      'gradle/libs.gradle': "ext.deps = [junit: 'junit:junit:4.13', inner: [x: 'x:x:1']]\n",
      'app/build.gradle': `dependencies {\n  api "org.slf4j:slf4j-api:$slf4jVersion"\n  api "g:guava:\${rootProject.ext.guava}"\n  testImplementation deps.junit\n  api deps.inner.x\n  api "g:far:$nobody"\n}\n`,
    },
    [
      'pkg:maven/g/far direct < app/build.gradle asked for as "$nobody"',
      'pkg:maven/g/guava@31 direct < app/build.gradle',
      'pkg:maven/junit/junit@4.13 test direct < app/build.gradle',
      'pkg:maven/org.slf4j/slf4j-api@2.0 direct < app/build.gradle',
      'pkg:maven/x/x@1 direct < app/build.gradle',
    ],
  ],
  [
    'dollars in values of gradle.properties and of a catalog are dollars',
    {
      'gradle.properties': 'one=1.0$two\ntwo=2\n',
      'gradle/libs.versions.toml':
        '[versions]\nv = "1.0$two"\n[libraries]\nc = { module = "g:c$two", version.ref = "v" }\nd = "g:d:3$two"\n',
      'build.gradle': 'dependencies { api "g:a:$one"; api "g:b:$two"; api libs.c; api libs.d }',
    },
    [
      'pkg:maven/g/a@1.0%24two direct < build.gradle',
      'pkg:maven/g/b@2 direct < build.gradle',
      'pkg:maven/g/c%24two@1.0%24two direct < build.gradle',
      'pkg:maven/g/d@3%24two direct < build.gradle',
    ],
  ],
  [
    'constants in Kotlin files of the build logic, and versions that the root script manages for its projects',
    {
      'settings.gradle': "include 'core'",
      'buildSrc/src/main/kotlin/Versions.kt': 'object Versions {\n    const val a = "1.2"\n}\n',
      'build.gradle':
        "ext.b = '3'\nsubprojects { dependencyManagement { dependencies { dependency \"g:b:$b\"; dependency 'g:c:[1,2)' } } }",
      'core/build.gradle.kts': `dependencies { api("g:a:\${Versions.a}"); testImplementation("g:b"); api("g:c"); api("g:d") }`,
    },
    [
      'pkg:maven/g/a@1.2 direct < core/build.gradle.kts',
      'pkg:maven/g/b@3 test direct < core/build.gradle.kts',
      'pkg:maven/g/c direct < core/build.gradle.kts asked for as "[1,2)"',
      'pkg:maven/g/d direct < core/build.gradle.kts',
    ],
  ],
  [
    'a lockfile settles only its own project, and only the packages that it lists',
    {
      'build.gradle': "dependencies { implementation 'a:a:1.+'; annotationProcessor 'p:p:3' }",
      'gradle.lockfile':
        'a:a:1.5=runtimeClasspath,testRuntimeClasspath\nb:b:2=runtimeClasspath\nt:t:1=testRuntimeClasspath\n',
      'sub/build.gradle': "dependencies { implementation 'a:a:1.2' }",
    },
    [
      'pkg:maven/a/a@1.2 direct < sub/build.gradle',
      'pkg:maven/a/a@1.5 direct < gradle.lockfile',
      'pkg:maven/b/b@2 transitive < gradle.lockfile',
      'pkg:maven/p/p@3 build direct < build.gradle',
      'pkg:maven/t/t@1 test transitive < gradle.lockfile',
    ],
  ],
  [
    'verification metadata give the packages that a build loaded, if no lockfile lists them',
    {
      'build.gradle': "dependencies { testImplementation 'a:a' }",
      'gradle/verification-metadata.xml':
        '<verification-metadata><components><component group="a" name="a" version="1"><artifact name="a-1.jar"/></component><component group="b" name="b" version="2"><artifact name="b-2.jar"/></component><component group="c" name="bom" version="3"><artifact name="bom-3.pom"/></component></components></verification-metadata>',
    },
    [
      'pkg:maven/a/a@1 test direct < build.gradle gradle/verification-metadata.xml',
      'pkg:maven/b/b@2 transitive < gradle/verification-metadata.xml',
    ],
  ],
];

describe('Gradle builds of several files', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));

  it('verification metadata beside a lockfile give checksums, but no packages', () => {
    const found = describeTree({
      'gradle.lockfile': 'a:a:1=runtimeClasspath\n',
      'gradle/verification-metadata.xml':
        '<verification-metadata><components><component group="a" name="a" version="1"><artifact name="a-1.jar"><sha256 value="AB12"/></artifact></component><component group="b" name="b" version="2"><artifact name="b-2.jar"/></component></components></verification-metadata>',
    });
    expect(found).toMatchObject([{ purl: 'pkg:maven/a/a@1', integrity: 'sha256:ab12' }]);
  });
});

it('projects of a build are packages of their own, named by settings, folders and properties', () =>
  expect(
    lines({
      'settings.gradle.kts': 'rootProject.name = "product"\ninclude(":core", ":web:api")\ninclude("tools")\n',
      'build.gradle.kts':
        'plugins { id("x") version "1.0" }\nallprojects {\n  group = "com.example"\n  version = "$productVersion"\n}\ntasks.register("a") {\n  group = "verification"\n}\n',
      'gradle.properties': 'productVersion=2.5\n',
      'core/build.gradle': "version '3.0'\ndependencies {\n  api 'g:a:1.0'\n}\n",
      'web/api/build.gradle.kts': 'dependencies { implementation(project(":core")) }\nval x = "1"\n',
      'tools/build.gradle.kts': 'group = "org.other"\nversion = computed()\n',
      'samples/build.gradle': "group = 'no.project'\n",
      'buildSrc/build.gradle': "group = 'no.project'\n",
    }),
  ).toEqual([
    'pkg:maven/com.example/api@2.5 own in "web/api" < web/api/build.gradle.kts',
    'pkg:maven/com.example/core@3.0 own in "core" < core/build.gradle > pkg:maven/g/a@1.0',
    'pkg:maven/com.example/product@2.5 own in "" < build.gradle.kts > pkg:maven/x/x.gradle.plugin@1.0',
    'pkg:maven/g/a@1.0 direct < core/build.gradle',
    'pkg:maven/org.other/tools own in "tools" < tools/build.gradle.kts',
    'pkg:maven/x/x.gradle.plugin@1.0 build direct < build.gradle.kts',
  ]));

it('a build without settings has the name of its folder; without a group it is no package', () =>
  expect(
    lines({
      'app/build.gradle': "group 'com.example'\nversion = '1.0'\npublishing {\n  group = 'x'\n}\n",
      'lib/build.gradle': "version = '1.0'\n",
      'build.gradle': "group = 'com.example'\n",
    }),
  ).toEqual(['pkg:maven/com.example/app@1.0 own in "app" < app/build.gradle']));
