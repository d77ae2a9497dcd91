import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'Groovy: texts, maps, lists, own projects, several scopes',
    `
plugins { id 'java'; id 'org.springframework.boot' version '3.2.0' }
def v = '1.7.36'
ext { jackson = "2.15.0" }
ext.other = '3'
// implementation 'not:this:1'
/* api 'nor:this:1' */
dependencies {
  implementation "org.slf4j:slf4j-api:$v", 'a:b:1.0'
  api group: 'com.google', name: 'guava', version: '31.0'
  runtimeOnly([group: 'g', name: 'x', version: '1', classifier: 'c'], [group: 'g', name: 'y', version: '2'])
  compileOnly 'p:q:1.+'
  annotationProcessor "r:s:\${jackson}@jar"
  testImplementation('junit:junit:4.13') { exclude group: 'org.hamcrest', module: 'hamcrest' }
  implementation project(':core')
  implementation files('libs/a.jar')
  implementation 'k:l:' + other
}
`,
    [
      'requires pkg:maven/org.springframework.boot/org.springframework.boot.gradle.plugin@3.2.0 build direct',
      'requires pkg:maven/org.slf4j/slf4j-api@1.7.36 direct',
      'requires pkg:maven/a/b@1.0 direct',
      'requires pkg:maven/com.google/guava@31.0 direct',
      'requires pkg:maven/g/x@1 direct',
      'requires pkg:maven/g/y@2 direct',
      'requires pkg:maven/p/q peer direct',
      'requires pkg:maven/r/s@2.15.0 build direct',
      'requires pkg:maven/junit/junit@4.13 test direct',
      'requires pkg:maven/k/l@3 direct',
    ],
  ],
  [
    'Kotlin: group, name and version as separate texts, and source sets as values',
    `dependencies {
  implementation("g", "pos", "1.1")
  api("g", "two")
  add("custom", "g:add:1")
}
kotlin { sourceSets {
  val commonMain by getting { dependencies { implementation("g:main:1") } }
  val commonTest by getting { dependencies { implementation("g:test:1") } }
} }
`,
    [
      'requires pkg:maven/g/pos@1.1 direct',
      'requires pkg:maven/g/two direct',
      'requires pkg:maven/g/add@1 direct',
      'requires pkg:maven/g/main@1 direct',
      'requires pkg:maven/g/test@1 test direct',
    ],
  ],
  [
    'Kotlin: named arguments, platforms, kotlin(), source sets, constraints',
    `
val v by extra("2.0")
plugins { kotlin("jvm") version "1.9.0"; id("com.x") version "1.1" apply false; \`java-library\` }
kotlin { sourceSets { commonTest { dependencies { implementation("t:t:1") } } } }
dependencies {
  implementation(platform("b:bom:7"))
  implementation(kotlin("stdlib"))
  runtimeOnly(group = "g", name = "n", version = "$v")
  "js"("jquery:jquery:3.2.1@js")
  add("testImplementation", "u:u:2")
  implementation("c:c")
  constraints { implementation("c:c:5") }
  if (true) { implementation("d:d:1") }
}
buildscript { dependencies { classpath("e:e:3") } }
`,
    [
      'requires pkg:maven/org.jetbrains.kotlin.jvm/org.jetbrains.kotlin.jvm.gradle.plugin@1.9.0 build direct',
      'requires pkg:maven/com.x/com.x.gradle.plugin@1.1 build direct',
      'requires pkg:maven/t/t@1 test direct',
      'requires pkg:maven/b/bom@7 build direct',
      'requires pkg:maven/org.jetbrains.kotlin/kotlin-stdlib direct',
      'requires pkg:maven/g/n@2.0 direct',
      'requires pkg:maven/jquery/jquery@3.2.1 direct',
      'requires pkg:maven/u/u@2 test direct',
      'requires pkg:maven/c/c@5 direct',
      'requires pkg:maven/d/d@1 direct',
      'requires pkg:maven/e/e@3 build direct',
    ],
  ],
  [
    'maps of versions and of libraries, managed versions of Spring',
    `
ext.versions = [guava: '31.1', nested: [x: '9']]
ext.libraries = [guava: "com.google.guava:guava:\${versions.guava}"]
dependencies { implementation libraries.guava; implementation "n:n:\${rootProject.ext.versions.nested.x}"; implementation 's:managed' }
dependencyManagement { dependencies { dependency 's:managed:4' } }
`,
    [
      'requires pkg:maven/com.google.guava/guava@31.1 direct',
      'requires pkg:maven/n/n@9 direct',
      'requires pkg:maven/s/managed@4 direct',
    ],
  ],
  [
    'expressions with quotes inside texts, and dotted names of maps',
    `
ext { versions = [
  a : '1', b: '2' ] }
ext['c']['d'] = '3'
ext.e = '4'
dependencies {
  api "g:a:$versions.a"
  api "g:b:\${project.ext.versions['b']}"
  api "g:c:$c.d"
  api "g:d:\${property("e")}"
  api "g:e:\${ rootProject.getProperty("e") as String }"
  api "g:f:$e.RELEASE"
}
`,
    [
      'requires pkg:maven/g/a@1 direct',
      'requires pkg:maven/g/b@2 direct',
      'requires pkg:maven/g/c@3 direct',
      'requires pkg:maven/g/d@4 direct',
      'requires pkg:maven/g/e@4 direct',
      'requires pkg:maven/g/f@4.RELEASE direct',
    ],
  ],
  [
    'variables of Kotlin: with types, with defaults, in nested maps and in objects',
    `
object Versions { object Jackson { const val core = "1" }
  const val b = "2" }
val c: String by extra { "3" }
extra["d"] = project.findProperty("d") ?: "4"
extra["maps"] = mapOf("inner" to mapOf("e" to "5"), "f" to "6")
extra.set("g", "7")
dependencies {
  api("g:a:\${Versions.Jackson.core}")
  api("g:b:\${Versions.b}")
  api("g:c:$c")
  api("g:d:\${extra["d"]}")
  api("g:e:\${maps["inner"]["e"]}")
  api("g:f:\${maps["f"]}")
  api("g:g:\${extra.get("g")}")
}
`,
    [
      'requires pkg:maven/g/a@1 direct',
      'requires pkg:maven/g/b@2 direct',
      'requires pkg:maven/g/c@3 direct',
      'requires pkg:maven/g/d@4 direct',
      'requires pkg:maven/g/e@5 direct',
      'requires pkg:maven/g/f@6 direct',
      'requires pkg:maven/g/g@7 direct',
    ],
  ],
  [
    'versions in a block behind the request, names as arguments of their own, and a version by a call',
    `
plugins { id("p.q").version("1.1") }
dependencies {
  api("g:strict") { version { strictly("1.2") } }
  api('g:preferred') {
    because 'x'
    version { strictly '[1, 2['; prefer '1.7' }
  }
  implementation("g", "three", "3")
  implementation("g", "two")
  message("not", "a", "request")
}
`,
    [
      'requires pkg:maven/p.q/p.q.gradle.plugin@1.1 build direct',
      'requires pkg:maven/g/strict@1.2 direct',
      'requires pkg:maven/g/preferred@1.7 direct',
      'requires pkg:maven/g/three@3 direct',
      'requires pkg:maven/g/two direct',
    ],
  ],
  [
    'sets of managed artifacts',
    `
ext.v = '5'
dependencyManagement { dependencies {
  dependencySet(group: 'g', version: v) { entry 'a'
    entry('b') { exclude group: 'x', name: 'y' } }
  dependencySet("h:6") { entry("c") }
} }
dependencies { api 'g:a'; api 'g:b'; api 'h:c'; api 'h:y' }
`,
    [
      'requires pkg:maven/g/a@5 direct',
      'requires pkg:maven/g/b@5 direct',
      'requires pkg:maven/h/c@6 direct',
      'requires pkg:maven/h/y direct',
    ],
  ],
  [
    'a dollar sign that begins no variable, in every kind of text',
    String.raw`def v = '1.0$rc'
def two = '2'
dependencies {
  implementation 'g:in$single:1.1'
  implementation "g:in\$double:1.1$$"
  implementation group: 'g', name: 'in$map', version: '1.0$beta'
  implementation '''g:in$three:1'''
  implementation /g:in-slash:3/
  implementation /g:slash:$two/
  implementation($/g:in$$dollar:$two/$)
  implementation "g:kotlin${'$' + "{'$'}"}name:$two"
  implementation "g:variable:$v"
  implementation "g:plain:" + two
}
def half = 4 / 2
`,
    [
      'requires pkg:maven/g/in%24single@1.1 direct',
      'requires pkg:maven/g/in%24double@1.1%24%24 direct',
      'requires pkg:maven/g/in%24map@1.0%24beta direct',
      'requires pkg:maven/g/in%24three@1 direct',
      'requires pkg:maven/g/in-slash@3 direct',
      'requires pkg:maven/g/slash@2 direct',
      'requires pkg:maven/g/in%24dollar@2 direct',
      'requires pkg:maven/g/kotlin%24name@2 direct',
      'requires pkg:maven/g/variable@1.0%24rc direct',
      'requires pkg:maven/g/plain@2 direct',
    ],
  ],
  [
    'Kotlin: texts in which two dollars begin a variable, and raw texts',
    'val two = "2"\ndependencies {\n  api($$"g:a$one:1")\n  api($$"""g:b$one:$$two""")\n  api($$"g:c:$${two}")\n  api($$"g:d$$$two:1")\n  api($$"g:e$:1")\n  api("""g:f:$two""")\n  api("g:h\\$one:1")\n  api($$$"g:i$$x:1")\n}\n',
    [
      'requires pkg:maven/g/a%24one@1 direct',
      'requires pkg:maven/g/b%24one@2 direct',
      'requires pkg:maven/g/c@2 direct',
      'requires pkg:maven/g/d%242@1 direct',
      'requires pkg:maven/g/e%24@1 direct',
      'requires pkg:maven/g/f@2 direct',
      'requires pkg:maven/g/h%24one@1 direct',
      'requires pkg:maven/g/i%24%24x@1 direct',
    ],
  ],
  [
    'Kotlin: a backslash is itself in a raw text, also before a variable and a dollar sign',
    'val one = "2"\nval path = """x\\$one"""\ndependencies {\n  api("""g:a\\$one:1""")\n  api("""g:b:$1""")\n  api("""g:c:$one""")\n  api("g:d\\$one:1")\n  api("""g:e\\:1""")\n}\n',
    [
      'requires pkg:maven/g/a%5C2@1 direct',
      'requires pkg:maven/g/b@%241 direct',
      'requires pkg:maven/g/c@2 direct',
      'requires pkg:maven/g/d%24one@1 direct',
      'requires pkg:maven/g/e%5C@1 direct',
    ],
  ],
  [
    'Groovy: an escaped dollar in a text of three quotes',
    'dependencies { api """g:a\\$one:1""" }',
    ['requires pkg:maven/g/a%24one@1 direct'],
  ],
  ['nothing', '', []],
  ['no dependencies', 'task x { doLast { println "a:b:c" } }', []],
  [
    'broken',
    "dependencies { implementation(\"a:b:1\n implementation 'c:d:2'",
    ['requires pkg:maven/a/b@1 direct', 'requires pkg:maven/c/d@2 direct'],
  ],
  ['an invalid name', 'dependencies { api "a b:c:1" }', []],
];

describe('maven-gradle-script', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-gradle-script', text, lines, problems));

  it('gives lines, and what other files must fill in', () => {
    const text =
      'dependencies {\n  implementation libs.a.b\n  api(libs.bundles.web)\n  api libs.findLibrary("c-d").get()\n  api "g:n:$far"\n  api \'g:m:$no\'\n}\nplugins { alias(libs.plugins.p) }\n';
    const { findings } = readText('maven-gradle-script', text);
    expect(findings.find(({ role }) => role === 'defines')?.defines?.gradle).toEqual({
      references: [
        { accessor: 'libs.a.b', scope: 'runtime', line: 2 },
        { accessor: 'libs.bundles.web', scope: 'runtime', line: 3 },
        { accessor: 'libs.c.d', scope: 'runtime', line: 4 },
        { accessor: 'libs.plugins.p', scope: 'build', line: 8 },
      ],
      open: [{ notation: 'g:n:$far', scope: 'runtime', line: 5 }],
      variables: [],
    });
    expect(findings.find(({ name }) => name === 'm')).toMatchObject({ version: '$no', line: 6 });
  });

  it('5,000 requests', () => {
    const requests = Array.from({ length: 5000 }, (_, i) => `  implementation 'g:a${i}:1.${i}'`).join('\n');
    checkLarge('maven-gradle-script', `dependencies {\n${requests}\n}\n`, 5000);
  });
});
