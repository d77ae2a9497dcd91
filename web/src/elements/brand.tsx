// The logo of the product: a cupel with a bead of metal under three rays of heat.

export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#123c45" />
      <path d="M7 22h18l-2.4-7.2a2 2 0 0 0-1.9-1.4h-9.4a2 2 0 0 0-1.9 1.4z" fill="#e7be59" />
      <path
        d="M16 5v5.5M10.2 7l2 4M21.8 7l-2 4M6 25h20"
        stroke="#b3d2d6"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
