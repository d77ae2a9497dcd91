// Fields that choose a component of the library, its version and a license.
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LicenseSummary } from '../api/models.ts';
import { useTypedSearch } from '../elements/typed-search.ts';
import { registriesText } from './asked-registries.ts';
import { componentQuery, componentsQuery, foundLicensesQuery, licensesQuery } from './library-queries.ts';

const TYPING_MS = 250;
const REST_MS = 900;
export const NO_LICENSE_ID = -1;

export interface Triad {
  componentId: number | null;
  versionId: number | null;
  licenseId: number;
}

/**
 * The component, version and license of an item. Its name is the component, the version and, in brackets, the license.
 */
export interface DescribedTriad extends Triad {
  name: string;
  description: string;
  url: string;
}

export function ComponentChoice(props: { value: Triad; onChange: (value: DescribedTriad) => void }) {
  const { value, onChange } = props;
  const component = useQuery({ ...componentQuery(value.componentId ?? 0), enabled: value.componentId !== null });
  const licenses = useQuery(licensesQuery);
  const change = (part: Partial<Triad>, about: About = component.data ?? { name: '', description: '', url: '' }) => {
    const next = { ...value, ...part };
    const version = component.data?.versionList.find(({ id }) => id === next.versionId)?.name ?? '';
    const license = licenses.data?.find(({ id }) => id === next.licenseId)?.shortName;
    onChange({
      ...next,
      name: itemName(about.name, version, license),
      description: about.description,
      url: about.url,
    });
  };
  return (
    <>
      <ComponentSelect
        value={value.componentId}
        name={component.data?.name}
        onChange={({ id, ...about }) => change({ componentId: id, versionId: null }, about)}
      />
      <Select
        label="Version"
        placeholder={value.componentId === null ? 'Choose a component first' : 'Choose a version'}
        data={component.data?.versionList.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={value.versionId === null ? null : String(value.versionId)}
        onChange={(id) => {
          const version = component.data?.versionList.find((one) => String(one.id) === id);
          if (version) change({ versionId: version.id, licenseId: version.versionLicenses[0]?.id ?? value.licenseId });
        }}
        disabled={value.componentId === null}
        allowDeselect={false}
        searchable
        limit={200}
        nothingFoundMessage="The library has no such version"
      />
      <LicenseSelect value={value.licenseId} onChange={(licenseId) => change({ licenseId })} />
    </>
  );
}

function itemName(component: string, version: string, license: string | undefined): string {
  return [component, version, license && `(${license})`].filter(Boolean).join(' ');
}

type About = Pick<DescribedTriad, 'name' | 'description' | 'url'>;

interface ComponentSelectProps {
  value: number | null;
  name: string | undefined;
  onChange: (component: About & { id: number }) => void;
}

function ComponentSelect({ value, name, onChange }: ComponentSelectProps) {
  const search = useTypedSearch();
  const [words] = useDebouncedValue(search.text.trim(), TYPING_MS);
  // Registries are asked when the typing has come to rest, or every part of a word would be sent to them.
  const [rested] = useDebouncedValue(search.text.trim(), REST_MS);
  const wanted = words === name ? '' : words;
  const found = useQuery(componentsQuery(wanted, false));
  const asking = useQuery(componentsQuery(rested === wanted ? wanted : '', true));
  const isAsked = rested === wanted && asking.isSuccess && !asking.isPlaceholderData;
  const rows = (isAsked ? asking.data : found.data)?.rows ?? [];
  const options = rows.map((one) => ({ value: String(one.id), label: `${one.name} · ${one.forge}` }));
  if (value !== null && name && !rows.some(({ id }) => id === value)) {
    options.push({ value: String(value), label: name });
  }
  return (
    <Select
      label="Component"
      placeholder="Part of its name"
      description={isAsked ? registriesText(asking.data.asked) || undefined : undefined}
      data={options}
      // The server has filtered already. It also searches titles, which the field does not show.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        const chosen = rows.find((one) => String(one.id) === id);
        if (chosen) onChange(chosen);
      }}
      {...search.props}
      rightSection={found.isFetching || asking.isFetching ? <Loader size={14} /> : undefined}
      nothingFoundMessage={words === '' ? 'Type a part of its name' : 'No component found'}
      allowDeselect={false}
      searchable
    />
  );
}

export function LicenseSelect({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const search = useTypedSearch();
  const [words] = useDebouncedValue(search.text.trim(), TYPING_MS);
  const all = useQuery(licensesQuery);
  const chosen = all.data?.find(({ id }) => id === value);
  // The field shows the chosen license in its own words, for which nobody searches.
  const found = useQuery(foundLicensesQuery(words === (chosen ? labelOf(chosen) : UNKNOWN) ? '' : words));
  const rows = found.data?.rows ?? [];
  const options = [
    { value: String(NO_LICENSE_ID), label: UNKNOWN },
    ...(chosen && !rows.some(({ id }) => id === value) ? [chosen] : []).map(optionOf),
    ...rows.map(optionOf),
  ];
  return (
    <Select
      label="License"
      data={options}
      // The server has filtered already, and knows other names too.
      filter={({ options }) => options}
      value={String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
      {...search.props}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No license found"
    />
  );
}

const UNKNOWN = "I don't know";
type Named = Pick<LicenseSummary, 'id' | 'shortName' | 'name'>;
const labelOf = ({ shortName, name }: Named) => `${shortName} · ${name}`;
const optionOf = (license: Named) => ({ value: String(license.id), label: labelOf(license) });
