import { Select } from '@mantine/core'

interface SortSelectProps<Ordering extends string> {
  label: string
  options: readonly { value: Ordering; label: string }[]
  value: Ordering
  onChange: (ordering: Ordering) => void
}

/** The order of a list that is no table. */
export function SortSelect<Ordering extends string>({
  label,
  options,
  value,
  onChange,
}: SortSelectProps<Ordering>) {
  return (
    <Select
      aria-label={label}
      data={[...options]}
      value={value}
      onChange={(chosen) => {
        const option = options.find((one) => one.value === chosen)
        if (option !== undefined) onChange(option.value)
      }}
      allowDeselect={false}
    />
  )
}
