import { Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { smallIcon } from './small-icon.tsx'

/** How many of the filters have a value. */
export const countActive = (filters: readonly unknown[]): number =>
  filters.filter((filter) => filter !== undefined).length

interface FiltersButtonProps {
  isOpen: boolean
  /** How many of the filters behind the button have a value. */
  active: number
  onToggle: () => void
}

/** Shows and hides the filters of a list, and says how many of them are active. */
export function FiltersButton({ isOpen, active, onToggle }: FiltersButtonProps) {
  return (
    <Button variant="default" leftSection={smallIcon(IconFilter)} aria-expanded={isOpen} onClick={onToggle}>
      Filtros
      {active > 0 && (
        <>
          {` · ${active}`}
          <VisuallyHidden>{active === 1 ? ' activo' : ' activos'}</VisuallyHidden>
        </>
      )}
    </Button>
  )
}

/**
 * On a phone the filters of a list are behind a button, so that its rows begin on the first screen; wider windows show
 * them without a button. `filters` are their values.
 */
export function useFilterFold(filters: readonly unknown[]) {
  const isPhone = useMediaQuery('(width < 768px)', false, { getInitialValueInEffect: false })
  const [isOpen, { toggle }] = useDisclosure(false)
  return {
    button: isPhone && <FiltersButton isOpen={isOpen} active={countActive(filters)} onToggle={toggle} />,
    isShown: isOpen || !isPhone,
  }
}
