import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import classes from './text-draft.module.css'

interface PartButtonsProps {
  /** Names the part: `sección 2`. */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** Moves a part and leaves the focus where it was: in the part that moved. */
function moveKeepingFocus(move: () => void): void {
  const focused = document.activeElement
  flushSync(move)
  if (!(focused instanceof HTMLElement) || document.activeElement === focused) return
  const part = focused.closest('[data-part]')
  const target = focused.matches(':disabled') ? part?.querySelector<HTMLElement>('input, textarea') : focused
  target?.focus()
}

/** Alt with an arrow key moves the part up or down. */
export const moveByKey = (onMove: (by: 1 | -1) => void) => (event: KeyboardEvent) => {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
  event.preventDefault()
  event.stopPropagation()
  moveKeepingFocus(() => onMove(event.key === 'ArrowUp' ? -1 : 1))
}

/** Buttons that move and remove a section or paragraph. */
export function PartButtons({ name, isFirst, isLast, onMove, onRemove }: PartButtonsProps) {
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  const button = { variant: 'subtle', color: 'gray', size: 32 } as const
  return (
    <span className={classes.buttons}>
      <ActionIcon
        {...button}
        disabled={isFirst}
        aria-label={`Subir ${name}`}
        onClick={() => moveKeepingFocus(() => onMove(-1))}
      >
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        {...button}
        disabled={isLast}
        aria-label={`Bajar ${name}`}
        onClick={() => moveKeepingFocus(() => onMove(1))}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Quitar ${name}`} onClick={onRemove}>
        <IconTrash {...icon} />
      </ActionIcon>
    </span>
  )
}
