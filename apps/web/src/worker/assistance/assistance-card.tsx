import { UnstyledButton } from '@mantine/core'
import type { Assistance } from '@quincena/domain/assistances/schema'
import { IconHeartHandshake } from '@tabler/icons-react'
import classes from './assistance-card.module.css'
import { excerpt } from './excerpt.ts'

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
        {image ? <img src={image} alt="" /> : <IconHeartHandshake size={26} stroke={1.75} />}
      </span>
      <span>
        <span className={classes.name}>{name}</span>
        <span className={classes.text}>{excerpt(description)}</span>
      </span>
    </UnstyledButton>
  )
}
