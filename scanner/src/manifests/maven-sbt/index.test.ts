import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../manifest-check.ts';

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
    ],
  ],
  [
    'Mill',
    'object foo extends ScalaModule {\n  def scalaVersion = "3.3.1"\n  def ivyDeps = Agg(ivy"com.lihaoyi::upickle:3.1.0", ivy"org.a:b:1.0")\n}\n',
    ['requires pkg:maven/com.lihaoyi/upickle_3@3.1.0 direct', 'requires pkg:maven/org.a/b@1.0 direct'],
  ],
  [
    'a separate project',
    'ThisBuild / organization := "com.example"\nThisBuild / scalaVersion := "2.13.12"\nval v = "1.2"\nname := "My App"\nversion := v\nlibraryDependencies += "g" % "a" % "1"\n',
    ['declares pkg:maven/com.example/my-app_2.13@1.2', '  -> pkg:maven/g/a@1 1', 'requires pkg:maven/g/a@1 direct'],
  ],
  [
    'a build of several projects, and a name without organization',
    'organization := "com.example"\nlazy val a = project.settings(name := "a")\nlazy val b = project.settings(name := "b")\n',
    [],
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
  });
  it('5,000 dependencies', () =>
    checkLarge('maven-sbt', Array.from({ length: 5000 }, (_, i) => `"g" % "a${i}" % "1.${i}"`).join('\n'), 5000));
});
