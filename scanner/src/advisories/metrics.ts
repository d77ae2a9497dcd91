// The metrics of CVSS and their values, as the specifications list them. Base metrics must be there; the others may.

interface Metric {
  values: readonly string[];
  isBase: boolean;
}

function metrics(base: Record<string, string>, others: Record<string, string>): Readonly<Record<string, Metric>> {
  const of = (group: Record<string, string>, isBase: boolean) =>
    Object.entries(group).map(([name, values]) => [name, { values: values.split(' '), isBase }] as const);
  return Object.fromEntries([...of(base, true), ...of(others, false)]);
}

const V3 = metrics(
  { AV: 'N A L P', AC: 'L H', PR: 'N L H', UI: 'N R', S: 'U C', C: 'N L H', I: 'N L H', A: 'N L H' },
  {
    E: 'X U P F H',
    RL: 'X O T W U',
    RC: 'X U R C',
    CR: 'X L M H',
    IR: 'X L M H',
    AR: 'X L M H',
    MAV: 'X N A L P',
    MAC: 'X L H',
    MPR: 'X N L H',
    MUI: 'X N R',
    MS: 'X U C',
    MC: 'X N L H',
    MI: 'X N L H',
    MA: 'X N L H',
  },
);

export const METRICS = {
  '2.0': metrics(
    { AV: 'L A N', AC: 'H M L', Au: 'M S N', C: 'N P C', I: 'N P C', A: 'N P C' },
    {
      E: 'U POC F H ND',
      RL: 'OF TF W U ND',
      RC: 'UC UR C ND',
      CDP: 'N L LM MH H ND',
      TD: 'N L M H ND',
      CR: 'L M H ND',
      IR: 'L M H ND',
      AR: 'L M H ND',
    },
  ),
  '3.0': V3,
  '3.1': V3,
  '4.0': metrics(
    {
      AV: 'N A L P',
      AC: 'L H',
      AT: 'N P',
      PR: 'N L H',
      UI: 'N P A',
      VC: 'H L N',
      VI: 'H L N',
      VA: 'H L N',
      SC: 'H L N',
      SI: 'H L N',
      SA: 'H L N',
    },
    {
      E: 'X A P U',
      CR: 'X H M L',
      IR: 'X H M L',
      AR: 'X H M L',
      MAV: 'X N A L P',
      MAC: 'X L H',
      MAT: 'X N P',
      MPR: 'X N L H',
      MUI: 'X N P A',
      MVC: 'X H L N',
      MVI: 'X H L N',
      MVA: 'X H L N',
      MSC: 'X H L N',
      MSI: 'X S H L N',
      MSA: 'X S H L N',
      S: 'X N P',
      AU: 'X N Y',
      R: 'X A U I',
      V: 'X D C',
      RE: 'X L M H',
      U: 'X Clear Green Amber Red',
    },
  ),
} as const;
