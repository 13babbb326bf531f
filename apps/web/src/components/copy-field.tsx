import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './copy-field.module.css'

interface CopyFieldProps {
  label: string
  /** What the label means in another word, below the value. */
  help?: string
  /** The text to copy; null or empty shows a dash without a copy button. */
  value: string | null
  /** The displayed value, if it differs from the copied text. */
  children?: ReactNode
}

/** A labelled value with a button that copies it. */
export function CopyField({ label, help, value, children }: CopyFieldProps) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <div className={classes.field}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        <span className={classes.text}>{value ? (children ?? value) : '—'}</span>
        {value && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            onClick={() => copy(value)}
            aria-label={copied ? `${label}: copiado` : `Copiar ${label}`}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </dd>
      {help !== undefined && <dd className={classes.help}>{help}</dd>}
    </div>
  )
}

/** Lays out `CopyField`s and `Field`s in equal columns. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <dl className={classes.grid}>{children}</dl>
}

/** A labelled value without a copy button. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        <span className={classes.text}>{children}</span>
      </dd>
    </div>
  )
}
