// The library of the installation: components, licenses, detection rules, license rules. Everybody may read it; library
// managers may change it.
import { SectionedPage } from '../elements/sectioned-page.tsx';

const SECTIONS = [
  { to: '/library/components', label: 'Components' },
  { to: '/library/licenses', label: 'Licenses' },
  { to: '/library/detection-rules', label: 'Detection rules' },
  { to: '/library/license-rules', label: 'License rules' },
] as const;

export function LibraryPage() {
  return <SectionedPage label="Library" sections={SECTIONS} />;
}
