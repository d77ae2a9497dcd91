// The logo on reports: a picture from the user's computer, stored as a data URL.
import { Button, FileButton, Group, Input } from '@mantine/core';
import { useState } from 'react';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const LARGEST_BYTES = 290_000;

export function LogoField({ value, onChange }: { value: string; onChange: (logo: string) => void }) {
  const [fault, setFault] = useState('');
  const choose = async (file: File | null) => {
    if (!file) return;
    if (!TYPES.includes(file.type)) return setFault('The logo must be a PNG, JPEG, GIF, WebP or SVG.');
    if (file.size > LARGEST_BYTES) return setFault('The logo must not be larger than 290 kB.');
    setFault('');
    onChange(await dataAddress(file));
  };
  return (
    <Input.Wrapper
      label="Logo on reports"
      description="Word documents show PNG and JPEG only."
      error={fault || undefined}
    >
      <Group gap={10} mt={4}>
        {value !== '' && <img src={value} alt="Logo on reports" height={32} />}
        <FileButton onChange={choose} accept={TYPES.join(',')}>
          {(props) => (
            <Button variant="default" size="xs" {...props}>
              Choose an image
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button variant="default" size="xs" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The image could not be read.'));
    reader.readAsDataURL(file);
  });
}
