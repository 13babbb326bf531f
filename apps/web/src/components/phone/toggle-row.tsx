import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './toggle-row.module.css'

interface ToggleRowProps {
  label: string
  description: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Switch with label and description; a tap anywhere on the row toggles it. */
export function ToggleRow({ label, description, checked, disabled = false, onChange }: ToggleRowProps) {
  return (
    <Switch
      size="md"
      labelPosition="left"
      label={label}
      aria-label={label}
      description={description}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{
        root: classes.root ?? '',
        body: classes.body ?? '',
        labelWrapper: classes.words ?? '',
        label: classes.label ?? '',
        description: classes.description ?? '',
      }}
    />
  )
}
