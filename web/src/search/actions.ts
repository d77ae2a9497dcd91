// What the search everywhere offers besides things: pages, and forms to open. Pure.

import type { LinkProps } from '@tanstack/react-router';

export interface Action {
  title: string;
  /** Further words by which it is found. */
  words: string;
  /** A page, or the form of a new project. */
  to: NonNullable<LinkProps['to']> | 'new-project';
  /** Permission in the whole installation. */
  needs?: string;
}

export const ACTIONS: readonly Action[] = [
  { title: 'New project', words: 'create add', to: 'new-project', needs: 'create_project' },
  { title: 'Go to projects', words: 'home folders', to: '/projects' },
  { title: 'Go to vulnerabilities', words: 'security advisories affected', to: '/vulnerabilities' },
  { title: 'Go to alerts', words: 'new vulnerabilities', to: '/vulnerabilities/alerts' },
  { title: 'Go to rules about vulnerabilities', words: 'analysis vex', to: '/vulnerabilities/rules' },
  { title: 'Go to what is to decide', words: 'tasks review needs person', to: '/to-decide' },
  { title: 'Go to jobs', words: 'scans queue progress', to: '/jobs' },
  { title: 'Go to policies', words: 'rules approve reject', to: '/policies' },
  { title: 'Go to components', words: 'library packages', to: '/library/components' },
  { title: 'Go to licenses', words: 'library spdx', to: '/library/licenses' },
  { title: 'Go to detection rules', words: 'library', to: '/library/detection-rules' },
  { title: 'Go to license rules', words: 'library', to: '/library/license-rules' },
  { title: 'Go to preferences', words: 'settings password token account', to: '/preferences' },
  { title: 'Go to users', words: 'administration people', to: '/administration/users', needs: 'system_admin' },
  {
    title: 'Go to the audit log',
    words: 'administration history',
    to: '/administration/audit-log',
    needs: 'system_admin',
  },
  {
    title: 'Go to advisory data',
    words: 'administration sources osv nvd',
    to: '/administration/advisories',
    needs: 'system_admin',
  },
  {
    title: 'Go to registries',
    words: 'administration npm maven pypi',
    to: '/administration/registries',
    needs: 'system_admin',
  },
  {
    title: 'Go to settings of the installation',
    words: 'administration site',
    to: '/administration/installation',
    needs: 'system_admin',
  },
];

const MOST = 5;

/** Actions in which every word begins a word. Without words, the first ones. */
export function actionsFor(find: string, permissions: readonly string[]): Action[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return ACTIONS.filter(({ needs }) => needs === undefined || permissions.includes(needs))
    .filter(({ title, words: more }) => {
      const parts = `${title} ${more}`.toLowerCase().split(/\s+/);
      return words.every((word) => parts.some((part) => part.startsWith(word)));
    })
    .slice(0, MOST);
}
