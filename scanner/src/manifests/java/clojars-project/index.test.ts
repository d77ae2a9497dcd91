import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'Leiningen',
    '(defproject me/app "0.1.0"\n  :description "d"\n  :license {:name "EPL-2.0" :url "u"}\n  ; [no/no "1"]\n  :dependencies [[org.clojure/clojure "1.11.1"] [ring "1.9" :exclusions [x/y]] [s/p "1" :scope "provided"]]\n  :plugins [[lein-x "1.0"]]\n  :profiles {:dev {:dependencies [[t/t "2"]]}})\n',
    [
      'declares pkg:maven/me/app@0.1.0 "EPL-2.0"',
      '  -> pkg:maven/org.clojure/clojure@1.11.1 1.11.1',
      '  -> pkg:maven/ring/ring@1.9 1.9',
      '  -> pkg:maven/s/p@1 1 peer',
      '  -> pkg:maven/lein-x/lein-x@1.0 1.0 build',
      '  -> pkg:maven/t/t@2 2 test',
      'requires pkg:maven/org.clojure/clojure@1.11.1 direct',
      'requires pkg:maven/ring/ring@1.9 direct',
      'requires pkg:maven/s/p@1 peer direct',
      'requires pkg:maven/lein-x/lein-x@1.0 build direct',
      'requires pkg:maven/t/t@2 test direct',
    ],
  ],
  [
    'deps.edn',
    '{:deps {org.clojure/clojure {:mvn/version "1.11.1"} own/lib {:local/root "../lib"} io.github.a/b {:git/tag "v1" :git/sha "abc"}}\n :aliases {:test {:extra-deps {t/t {:mvn/version "2"}}}}}\n',
    [
      'requires pkg:maven/org.clojure/clojure@1.11.1 direct',
      'requires pkg:maven/io.github.a/b@v1 direct',
      'requires pkg:maven/t/t@2 test direct',
    ],
  ],
  [
    'skipped forms, names in quotes, variables and managed versions',
    '(def v "2.0")\n(defproject g/p "1"\n :dependencies [#_[no/no "1"] ["q/a" "1.0"] [b ~v] [c] #_no/never [d/e nil]]\n :managed-dependencies [[c "3.0"] [unused "4"]])\n',
    [
      'declares pkg:maven/g/p@1',
      '  -> pkg:maven/q/a@1.0 1.0',
      '  -> pkg:maven/b/b@2.0 2.0',
      '  -> pkg:maven/c/c@3.0 3.0',
      '  -> pkg:maven/d/e',
      'requires pkg:maven/q/a@1.0 direct',
      'requires pkg:maven/b/b@2.0 direct',
      'requires pkg:maven/c/c@3.0 direct',
    ],
  ],
  ['nothing', '', []],
  ['broken', '(defproject', []],
];

describe('clojars-project', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('clojars-project', text, lines, problems));
  it('gives lines', () => {
    expect(readText('clojars-project', '{:deps\n {a/b {:mvn/version "1"}}}').findings).toMatchObject([{ line: 2 }]);
  });
});
