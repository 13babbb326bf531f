/** A colour beside its code. Decorative. */
export const ColorDot = ({ color }: { color: string }) => (
  <svg
    width={14}
    height={14}
    viewBox="0 0 14 14"
    aria-hidden="true"
    style={{ marginInlineEnd: 6, verticalAlign: -2 }}
  >
    <circle cx={7} cy={7} r={6.5} fill={color} />
  </svg>
)
