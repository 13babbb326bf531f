import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

/** A filter that a link has set and that the list has no chip for; a click removes it. */
export function ChosenFilter({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button
      variant="light"
      radius="xl"
      rightSection={<IconX size={16} stroke={1.75} aria-hidden />}
      onClick={onRemove}
      aria-label={`Quitar filtro: ${label.toLowerCase()}`}
    >
      {label}
    </Button>
  )
}
