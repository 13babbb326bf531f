import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface PlaceFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The place in the text, at which problems are shown. */
  place: string
  problem: string | undefined
  /** Problems of fields that are still empty show too. */
  isTried: boolean
  maxLength: number
  /** Named fields such as `{lender}` can be inserted. */
  takesFields?: boolean
  /** With it the field has several lines. */
  rows?: number
  description?: ReactNode
  isLabelHidden?: boolean
}

/** A field of the draft. An empty one shows its problem only after it was left or a save was tried. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, value, onChange, place, problem, isTried, maxLength, rows } = props
  const [wasLeft, setWasLeft] = useState(false)
  const error = value !== '' || wasLeft || isTried ? problem : undefined
  const shared = {
    ...(props.isLabelHidden ? { 'aria-label': label } : { label }),
    ...(props.description !== undefined && { description: props.description }),
    ...{ value, maxLength, error, autoComplete: 'off' },
    ...(error !== undefined && { 'aria-invalid': true }),
    'data-place': place,
    ...(props.takesFields && { 'data-takes-fields': true }),
    onBlur: () => setWasLeft(true),
  }
  if (rows === undefined)
    return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  return <Textarea {...shared} rows={rows} onChange={(event) => onChange(event.currentTarget.value)} />
}
