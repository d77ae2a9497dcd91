// Library: detection rules. If files of any project match a rule, they become an inventory item with its component,
// version and license.

import { Button } from '@mantine/core';
import { IconFileSearch, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DetectionRule } from '../../api/models.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, countText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { useSystemPermission } from '../../session/session.ts';
import { openDeleteRule, openNewRule, openRule, ruleName } from './detection-rule-forms.tsx';
import { detectionRulesQuery } from './queries.ts';

const PATTERNS_SHOWN = 5;

export function DetectionRulesPanel() {
  const rules = useQuery(detectionRulesQuery);
  const keepsLibrary = useSystemPermission('library_manager');
  const administrates = useSystemPermission('system_admin');
  const mayKeep = keepsLibrary || administrates;
  return (
    <div className={classes.column}>
      <PageHead
        title="Detection rules"
        intro="If files match a rule, scans create an inventory item with the component, version and license of the rule. A rule applies from the next scan of each project."
      >
        {mayKeep && (
          <Button leftSection={<IconPlus size={15} />} onClick={openNewRule}>
            New detection rule
          </Button>
        )}
      </PageHead>
      <Panel isFlush>
        {!rules.isSuccess ? (
          <Waiting query={rules} rows={3} title="The rules could not be loaded" />
        ) : rules.data.rows.length === 0 ? (
          <Empty icon={<IconFileSearch />} title="No detection rules yet">
            A detection rule recognises code by its paths or files, for example code that you copy between projects.
          </Empty>
        ) : (
          <RuleTable rules={rules.data.rows} mayKeep={mayKeep} />
        )}
      </Panel>
      {rules.data && rules.data.rows.length < rules.data.total && (
        <p className={classes.intro}>
          The first {countText(rules.data.rows.length)} of {countText(rules.data.total)}; the API lists all.
        </p>
      )}
    </div>
  );
}

function RuleTable({ rules, mayKeep }: { rules: DetectionRule[]; mayKeep: boolean }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Component and version</th>
          <th scope="col">License</th>
          <th scope="col">Matches</th>
          <th scope="col">Created by</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.id}>
            <td>
              {rule.componentName} {rule.versionName}
            </td>
            <td>{rule.licenseName}</td>
            <td>
              <Criteria rule={rule} />
            </td>
            <td>{rule.createdBy}</td>
            <td>
              {mayKeep && (
                <div className={classes.cellActions}>
                  <RowAction label="Edit" name={`Edit ${ruleName(rule)}`} onClick={() => openRule(rule)}>
                    <IconPencil size={15} />
                  </RowAction>
                  <RowAction
                    label="Delete"
                    name={`Delete ${ruleName(rule)}`}
                    isDangerous
                    onClick={() => openDeleteRule(rule)}
                  >
                    <IconTrash size={15} />
                  </RowAction>
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Criteria({ rule }: { rule: DetectionRule }) {
  const patterns = rule.ruleInfo.flatMap(({ detectionCriteria }) => detectionCriteria);
  if (patterns.length === 0) return countOf(rule.fileInfo.length, 'file by its MD5', 'files by their MD5');
  const more = patterns.length - PATTERNS_SHOWN;
  return (
    <>
      <span className="mono">{patterns.slice(0, PATTERNS_SHOWN).join(', ')}</span>
      {more > 0 && ` and ${countText(more)} more`}
    </>
  );
}
