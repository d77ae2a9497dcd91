// The frame of the pages for users who are not signed in.
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandMark } from '../elements/brand.tsx';
import classes from './login-page.module.css';

export function Door({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <BrandMark size={40} />
          <div>
            <Title order={1}>Assay</Title>
            <Text c="dimmed" size="sm">
              Know what your code is made of
            </Text>
          </div>
        </div>
        {children}
      </div>
    </main>
  );
}
