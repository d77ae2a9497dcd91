import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `defmodule App.MixProject do
  use Mix.Project

  @version "1.2.0"
  @source_url "https://github.com/acme/app"

  def project do
    [
      app: :app,
      version: @version,
      elixir: "~> 1.14",
      start_permanent: Mix.env() == :prod,
      description: "For all",
      source_url: @source_url,
      deps: deps(),
      package: package()
    ]
  end

  defp package do
    [licenses: ["Apache-2.0", "MIT"], links: %{"GitHub" => @source_url}]
  end

  # {:no, "1.0"}
  defp deps do
    [
      {:plug, "~> 1.0"},
      {:jason, "1.4.1", optional: true},
      {:credo, ">= 0.0.0", only: [:dev, :test], runtime: false},
      {:mox, "~> 1.0", [only: :test]},
      {:own, in_umbrella: true},
      {:local, path: "../local"},
      {:fork, github: "o/fork", tag: "v1"},
      {:renamed, "~> 2.0", hex: :real_name},
      {System.get_env("X"), "1.0"}
    ] ++ [{:more, "~> 3.0"}] ++ other()
  end
end
`;

const cases: ManifestCase[] = [
  [
    'a project',
    ordinary,
    [
      'declares pkg:hex/app@1.2.0 "Apache-2.0 OR MIT"',
      '  -> pkg:hex/plug ~> 1.0',
      '  -> pkg:hex/jason@1.4.1 1.4.1 optional',
      '  -> pkg:hex/credo >= 0.0.0 test',
      '  -> pkg:hex/mox ~> 1.0 test',
      '  -> pkg:hex/fork https://github.com/o/fork#v1',
      '  -> pkg:hex/real_name ~> 2.0',
      '  -> pkg:hex/more ~> 3.0',
      'requires pkg:hex/jason@1.4.1 optional direct',
    ],
  ],
  [
    'names in attributes, packages of organisations',
    `defmodule App.MixProject do
  use Mix.Project
  @app :app
  @version "2.0.0"
  def project, do: [app: @app, version: @version, deps: deps()]
  defp deps do
    [{:a, "~> 1.0", organization: "acme"}, {:b, "1.0.0", repo: "hexpm:acme"}, {:c, "~> 1.0", repo: "elsewhere"}]
  end
end
`,
    [
      'declares pkg:hex/app@2.0.0',
      '  -> pkg:hex/acme/a ~> 1.0',
      '  -> pkg:hex/acme/b@1.0.0 1.0.0',
      '  -> pkg:hex/c ~> 1.0',
      'requires pkg:hex/acme/b@1.0.0 direct',
    ],
  ],
  ['something else', 'x = 1', [], ['A mix.exs should define a module with "project"; nothing was read from it.']],
  ['nothing', '', [], ['A mix.exs should define a module with "project"; nothing was read from it.']],
];

describe('hex-mix-exs', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-mix-exs', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-mix-exs', ordinary, [
      '- pkg:hex/app@1.2.0 https://github.com/acme/app',
      '28 pkg:hex/jason@1.4.1 1.4.1',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'hex-mix-exs',
      `defmodule A do\n  def project, do: []\n  defp deps do\n    [${Array.from({ length: 5000 }, (_, i) => `{:p${i}, "~> 1.0"}`).join(',\n')}]\n  end\nend`,
      5000,
    ));
});
