// One license of the library: what it asks for, what policies say of it, its text, its texts as found, and where it is used.
import { Anchor, Button, DataList, Group, TextInput } from '@mantine/core';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { LicensePage as License } from '../../api/models.ts';
import { Label, type Tone } from '../../elements/badges.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf } from '../../elements/quantities.ts';
import { WebAddress } from '../../elements/web-address.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { UsesPanel } from '../../uses/uses-panel.tsx';
import { openChangeLicense } from './license-forms.tsx';
import classes from './license-page.module.css';
import { LicenseTexts } from './license-texts.tsx';
import { licensePageQuery } from './queries.ts';
import { partsAround } from './text-search.ts';

const route = getRouteApi('/signed-in/licenses/$license');
const PRIORITY_WORDS: Readonly<Record<number, string>> = {
  1: 'P1 · strong copyleft',
  2: 'P2 · weak copyleft or commercial',
  3: 'P3 · permissive',
};
const DECISIONS: Readonly<Record<string, { tone: Tone; words: string }>> = {
  APPROVED: { tone: 'good', words: 'Approved' },
  REJECTED: { tone: 'bad', words: 'Rejected' },
  UNDECIDED: { tone: 'wait', words: 'No rule' },
};

export function LicensePage() {
  const { license: named } = route.useParams();
  const license = useQuery(licensePageQuery(named));
  return (
    <div className={classes.page}>
      {license.isSuccess ? (
        <Shown license={license.data} />
      ) : (
        <Waiting query={license} rows={10} title="This license could not be loaded" />
      )}
    </div>
  );
}

function Shown({ license }: { license: License }) {
  const mayKeep = useSystemPermission('library_manager');
  return (
    <>
      <header>
        <nav className={classes.trail} aria-label="Path of the license">
          <Link to="/library/licenses">Licenses</Link>
        </nav>
        <div className={classes.head}>
          <h1 className={classes.title}>{license.shortName}</h1>
          {license.custom && <Label tone="notice">Custom</Label>}
          {license.isException && <Label tone="notice">Exception</Label>}
          {license.isDeprecated && <Label tone="wait">Deprecated id</Label>}
          {license.custom && mayKeep && (
            <Button
              variant="default"
              size="compact-sm"
              ml="auto"
              leftSection={<IconPencil size={15} />}
              onClick={() => openChangeLicense(license.shortName)}
            >
              Change license
            </Button>
          )}
        </div>
        {license.name !== license.shortName && <p className={classes.name}>{license.name}</p>}
      </header>
      <UsesPanel subject={{ licenseId: license.id }} />
      <div className={classes.columns}>
        <Panel title="About">
          <Facts license={license} />
        </Panel>
        <Panel title="What it asks for">
          {license.obligations.length === 0 ? (
            <p className={classes.soft}>Nothing.</p>
          ) : (
            <ul className={classes.list}>
              {license.obligations.map((obligation) => (
                <li key={obligation}>{obligation}</li>
              ))}
            </ul>
          )}
          <p className={classes.soft}>Help for people who read the text, not legal advice.</p>
        </Panel>
      </div>
      <Text license={license} />
      <LicenseTexts licenseId={license.id} />
    </>
  );
}

function Facts({ license }: { license: License }) {
  const facts: [string, ReactNode][] = [
    ['Priority', PRIORITY_WORDS[license.priority]],
    ['Category', license.category],
    ['Family', license.familyName],
    ['Replaced by', license.successor && <Successor expression={license.successor} />],
    ['Name in scans', license.licenseRef !== 'N/A' && <span className="mono">{license.licenseRef}</span>],
    ['Web address', license.url && <WebAddress address={license.url} />],
    ['Other names', license.otherNames.join(' · ')],
    ['External id', license.externalId],
    ['Description', license.description],
    [
      'Policies',
      license.policies.length > 0 && (
        <ul className={classes.policies}>
          {license.policies.map(({ policyId, policyName, decision }) => (
            <li key={policyId}>
              <Label tone={DECISIONS[decision]?.tone ?? 'wait'}>{DECISIONS[decision]?.words ?? decision}</Label>
              <Link to="/policies">{policyName}</Link>
            </li>
          ))}
        </ul>
      ),
    ],
  ];
  return (
    <DataList gap={6} labelWidth="110px">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}

/** An expression is of several entries, so only a single id is a link. */
function Successor({ expression }: { expression: string }) {
  if (/\s/.test(expression)) return expression;
  return (
    <Anchor size="sm" component={Link} to={`/licenses/${encodeURIComponent(expression)}`}>
      {expression}
    </Anchor>
  );
}

function Text({ license }: { license: License }) {
  const [find, setFind] = useState('');
  if (license.text === '')
    return (
      <Panel title="Text">
        <p className={classes.soft}>The library has no text of it.</p>
      </Panel>
    );
  const { parts, count } = partsAround(license.text, find);
  return (
    <Panel
      title="Text"
      actions={
        <Group gap="xs">
          {find.trim() !== '' && (
            <span role="status" className={classes.soft}>
              {countOf(count, 'place')}
            </span>
          )}
          <TextInput
            size="xs"
            aria-label="Find in the text"
            placeholder="Find in the text"
            leftSection={<IconSearch size={13} />}
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
        </Group>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text is scrolled by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        {parts.map(({ text, isFound, at }) => (isFound ? <mark key={at}>{text}</mark> : text))}
      </pre>
    </Panel>
  );
}
