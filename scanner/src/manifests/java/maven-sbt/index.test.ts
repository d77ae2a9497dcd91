import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'sbt',
    'ThisBuild / scalaVersion := "2.13.12"\nval akka = "2.6.20"\n// "no" % "no" % "1"\nlibraryDependencies ++= Seq(\n  "com.typesafe.akka" %% "akka-actor" % akka,\n  "org.slf4j" % "slf4j-api" % V.slf4j,\n  "junit" % "junit" % "4.13" % Test,\n  "p" % "q" % "1" % "provided"\n)\naddSbtPlugin("com.x" % "sbt-x" % "1.0")\n',
    [
      'requires pkg:maven/com.typesafe.akka/akka-actor_2.13@2.6.20 direct',
      'requires pkg:maven/org.slf4j/slf4j-api direct',
      'requires pkg:maven/junit/junit@4.13 test direct',
      'requires pkg:maven/p/q@1 peer direct',
      'requires pkg:maven/com.x/sbt-x@1.0 build direct',
      'requires pkg:maven/org.scala-lang/scala-library@2.13.12 direct',
    ],
  ],
  [
    'Mill',
    'object foo extends ScalaModule {\n  def scalaVersion = "3.3.1"\n  def ivyDeps = Agg(ivy"com.lihaoyi::upickle:3.1.0", ivy"org.a:b:1.0")\n}\n',
    [
      'requires pkg:maven/com.lihaoyi/upickle_3@3.1.0 direct',
      'requires pkg:maven/org.a/b@1.0 direct',
      'requires pkg:maven/org.scala-lang/scala3-library_3@3.3.1 direct',
    ],
  ],
  [
    'a separate project',
    'ThisBuild / organization := "com.example"\nThisBuild / scalaVersion := "2.13.12"\nval v = "1.2"\nname := "My App"\nversion := v\nlibraryDependencies += "g" % "a" % "1"\n',
    [
      'declares pkg:maven/com.example/my-app_2.13@1.2',
      '  -> pkg:maven/g/a@1 1',
      '  -> pkg:maven/org.scala-lang/scala-library@2.13.12 2.13.12',
      'requires pkg:maven/g/a@1 direct',
      'requires pkg:maven/org.scala-lang/scala-library@2.13.12 direct',
    ],
  ],
  [
    'a build of several projects, and a name without organization',
    'organization := "com.example"\nlazy val a = project.settings(name := "a")\nlazy val b = project.settings(name := "b")\n',
    [],
  ],
  [
    'names in variables, a configuration behind brackets, and versions that are open or computed',
    'autoScalaLibrary := false\nscalaVersion in ThisBuild := "2.12.4-bin-x"\nval org = "g"\nval v = "1"\nlibraryDependencies ++= Seq(\n  org %% "a" % s"$v.2" % "test",\n  ("g" % "b" % "2" classifier "sources") % Test,\n  "g" % "c" % ???,\n  unknown %% "d" % "3" % "test",\n)\nval rest = a % b % c\n',
    [
      'requires pkg:maven/g/a_2.12@1.2 test direct',
      'requires pkg:maven/g/b@2 test direct',
      'requires pkg:maven/g/c direct',
    ],
  ],
  [
    'overrides give versions to requests, and request nothing',
    'libraryDependencies += "g" % "a" % "1"\ndependencyOverrides ++= {\n  val x = "2"\n  Seq("g" % "a" % x, "g" % "b" % "3")\n}\ndependencyOverrides += "g" % "c" % "4"\nlibraryDependencies += "g" % "d" % "5"\n',
    ['requires pkg:maven/g/a@2 direct', 'requires pkg:maven/g/d@5 direct'],
  ],
  [
    'names for another Scala, and schemes of versions',
    'autoScalaLibrary := false\nscalaVersion := "2.13.8"\nlibraryDependencySchemes += "g" %% "no" % VersionScheme.Always\nlibraryDependencySchemes ++= Seq("g" %% "never" % "always")\naddCompilerPlugin("g" % "a" % "1" cross CrossVersion.full)\nlibraryDependencies += ("g" %% "b" % "2").cross(CrossVersion.for2_13Use3)\n',
    ['requires pkg:maven/g/a_2.13.8@1 build direct', 'requires pkg:maven/g/b_3@2 direct'],
  ],
  [
    'the binary version of old and of unfinished versions of Scala is the whole version',
    'scalaVersion := "2.13.0-RC5"\nlibraryDependencies += "g" %% "a" % "1"\n',
    ['requires pkg:maven/g/a_2.13.0-RC5@1 direct', 'requires pkg:maven/org.scala-lang/scala-library@2.13.0-RC5 direct'],
  ],
  ['only a name', 'name := "a"\n', []],
  ['nothing', '', []],
];

describe('maven-sbt', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-sbt', text, lines, problems));
  it('gives lines and requests', () => {
    expect(readText('maven-sbt', '\n"a" % "b" % c').findings).toMatchObject([
      { line: 2, requirement: 'c', version: '' },
    ]);
    const project =
      'name := "p"\nscalaVersion := "2.13.8"\norganization := "o"\nlibraryDependencies += "a" % "b" % "1"\n';
    expect(readText('maven-sbt', project).findings).toMatchObject([
      { name: 'p_2.13', line: 1 },
      { name: 'b', line: 4 },
      { name: 'scala-library', line: 2 },
    ]);
  });
  it('5,000 dependencies', () =>
    checkLarge('maven-sbt', Array.from({ length: 5000 }, (_, i) => `"g" % "a${i}" % "1.${i}"`).join('\n'), 5000));
});
