import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './step-line.module.css'

export interface Step {
  label: string
  /** A date, a time or a short text. */
  detail?: ReactNode
  state: 'done' | 'current' | 'next' | 'failed'
}

interface StepLineProps {
  /** Accessible name of the list. */
  label: string
  steps: readonly Step[]
  orientation?: 'horizontal' | 'vertical'
  /** Highlights the last step in marigold when it is done: the money has arrived. */
  celebrate?: boolean
}

const stateLabels: Record<Step['state'], string> = {
  done: 'listo',
  current: 'en curso',
  next: 'pendiente',
  failed: 'con problema',
}

function Sign({ state }: { state: Step['state'] }) {
  if (state === 'done') return <IconCheck size={14} stroke={3} aria-hidden />
  if (state === 'failed') return <IconX size={14} stroke={3} aria-hidden />
  return null
}

/** A list of steps with their states: done, current, next or failed. Screen readers announce changes. */
export function StepLine({ label, steps, orientation = 'vertical', celebrate = false }: StepLineProps) {
  return (
    <ol
      className={classes.line}
      data-orientation={orientation}
      data-celebrate={celebrate}
      aria-label={label}
      aria-live="polite"
      tabIndex={orientation === 'horizontal' ? 0 : undefined}
    >
      {steps.map(({ label: name, detail, state }) => (
        <li
          key={name}
          className={classes.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={classes.dot}>
            <Sign state={state} />
          </span>
          <span className={classes.words}>
            <span className={classes.name}>
              {name}
              <VisuallyHidden>, {stateLabels[state]}</VisuallyHidden>
            </span>
            {detail !== undefined && <span className={classes.detail}>{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
