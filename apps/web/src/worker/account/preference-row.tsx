import type { Toggle } from '@quincena/domain/sessions/schema'
import { useState } from 'react'
import { ToggleRow } from '../../components/phone/toggle-row.tsx'
import { toast } from '../../components/toast.tsx'
import { useTurnPreference } from './api.ts'

interface PreferenceRowProps {
  name: Toggle
  label: string
  description: string
  /** Value on the server. */
  isOn: boolean
}

/** Optimistic switch: shows the tapped value until the server's value changes, and turns back if saving fails. */
export function PreferenceRow({ name, label, description, isOn }: PreferenceRowProps) {
  const { mutate } = useTurnPreference()
  const [{ serverValue, shownValue }, setState] = useState({ serverValue: isOn, shownValue: isOn })
  if (serverValue !== isOn) setState({ serverValue: isOn, shownValue: isOn })
  const refuse = (error: Error) => {
    toast.error(error)
    setState((now) => ({ serverValue: now.serverValue, shownValue: now.serverValue }))
  }
  const turnPreference = (on: boolean) => {
    setState({ serverValue, shownValue: on })
    mutate({ [name]: on }, { onError: refuse })
  }
  return <ToggleRow label={label} description={description} checked={shownValue} onChange={turnPreference} />
}
