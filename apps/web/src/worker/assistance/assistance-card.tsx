import { UnstyledButton } from '@mantine/core'
import type { Assistance } from '@quincena/domain/assistances/schema'
import { lazy, Suspense } from 'react'
import classes from './assistance-card.module.css'
import { excerpt } from './excerpt.ts'

/** In its own file, so that the home is interactive before it loads. */
const AssistanceDrawing = lazy(() =>
  import('./assistance-drawing.tsx').then((module) => ({ default: module.AssistanceDrawing })),
)

interface AssistanceCardProps {
  assistance: Assistance
  onOpen: (assistance: Assistance) => void
}

/** Summary of an assistance; a tap opens the details. */
export function AssistanceCard({ assistance, onOpen }: AssistanceCardProps) {
  const { name, description, image } = assistance
  return (
    <UnstyledButton className={classes.card} onClick={() => onOpen(assistance)}>
      <span className={classes.picture} aria-hidden>
        {image ? (
          <img src={image} alt="" />
        ) : (
          <Suspense>
            <AssistanceDrawing name={name} />
          </Suspense>
        )}
      </span>
      <span>
        <span className={classes.name}>{name}</span>
        <span className={classes.text}>{excerpt(description)}</span>
      </span>
    </UnstyledButton>
  )
}
